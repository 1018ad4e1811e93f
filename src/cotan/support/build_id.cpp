#include "cotan/support/build_id.h"

#include <cstdint>
#include <link.h>

namespace cotan {
namespace {

struct Search {
  uintptr_t address;
  std::string found;
};

uintptr_t roundUp(uintptr_t bytes, uintptr_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

bool holds(const dl_phdr_info &object, uintptr_t address) {
  for (unsigned i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && address - object.dlpi_addr - segment.p_vaddr < segment.p_memsz)
      return true;
  }
  return false;
}

/// The build id among the notes of a segment: each is three words, a name and a content.
std::string findBuildId(uintptr_t note, const ElfW(Phdr) & segment) {
  uintptr_t alignment = segment.p_align == 8 ? 8 : 4;
  for (uintptr_t end = note + segment.p_memsz; note < end;) {
    auto *header = reinterpret_cast<const ElfW(Nhdr) *>(note);
    auto *name = reinterpret_cast<const char *>(header + 1);
    uintptr_t content = note + roundUp(sizeof *header + header->n_namesz, alignment);
    if (header->n_type == NT_GNU_BUILD_ID &&
        std::string(name, header->n_namesz) == std::string("GNU", 4))
      return std::string(reinterpret_cast<const char *>(content), header->n_descsz);
    note = roundUp(content + header->n_descsz, alignment);
  }
  return "";
}

int visit(dl_phdr_info *object, size_t, void *data) {
  auto *search = static_cast<Search *>(data);
  if (!holds(*object, search->address))
    return 0;
  for (unsigned i = 0; i < object->dlpi_phnum && search->found.empty(); ++i)
    if (const ElfW(Phdr) &segment = object->dlpi_phdr[i]; segment.p_type == PT_NOTE)
      search->found = findBuildId(object->dlpi_addr + segment.p_vaddr, segment);
  return 1;
}

} // namespace

std::string buildIdOf(const void *address) {
  Search search{reinterpret_cast<uintptr_t>(address), ""};
  dl_iterate_phdr(visit, &search);
  return search.found;
}

} // namespace cotan
