#include "cotan/driver/compiled_program.h"

#include "cotan/runtime/parallel.h"
#include "cotan/runtime/symbols.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BinaryByteStream.h"
#include "llvm/Support/BinaryStreamReader.h"
#include "llvm/Support/BinaryStreamWriter.h"

#include <list>
#include <mutex>

using namespace llvm;

namespace cotan {

//--- on disk

static Error pack(BinaryStreamWriter &writer, const Places::Path &place) {
  return joinErrors(writer.writeInteger<uint32_t>(place.size()),
                    writer.writeArray(ArrayRef<uint32_t>(place)));
}

static Error pack(BinaryStreamWriter &writer, const ProgramObject::Part &part) {
  if (Error error = joinErrors(writer.writeInteger<uint8_t>(uint8_t(part.kind)),
                               joinErrors(writer.writeCString(part.name),
                                          writer.writeInteger<uint32_t>(part.lines.size()))))
    return error;
  for (const ProgramObject::Part::Line &line : part.lines)
    if (Error error = joinErrors(pack(writer, line.place), writer.writeCString(line.derivative)))
      return error;
  return Error::success();
}

static Error packInto(BinaryStreamWriter &writer, const ProgramObject &program) {
  const MemoryPlan &memory = program.memory;
  const uint8_t flags = memory.isOpen | memory.hasStacks << 1 | memory.isDeep << 2;
  if (Error error = joinErrors(writer.writeInteger(memory.peakBytes), writer.writeInteger(flags)))
    return error;
  if (Error error = writer.writeInteger(program.quickSteps))
    return error;
  if (Error error = writer.writeInteger<uint32_t>(program.sites.size()))
    return error;
  for (const ProgramObject::Site &site : program.sites)
    if (Error error =
            joinErrors(pack(writer, site.place),
                       joinErrors(writer.writeCString(site.op), writer.writeCString(site.problem))))
      return error;
  if (Error error = writer.writeInteger<uint32_t>(program.parts.size()))
    return error;
  for (const ProgramObject::Part &part : program.parts)
    if (Error error = pack(writer, part))
      return error;
  for (StringRef object : program.objects)
    if (Error error = joinErrors(writer.writeInteger<uint64_t>(object.size()),
                                 writer.writeFixedString(object)))
      return error;
  return Error::success();
}

std::string ProgramObject::pack() const {
  AppendingBinaryByteStream stream(endianness::native);
  BinaryStreamWriter writer(stream);
  cantFail(packInto(writer, *this)); // memory takes all
  return toStringRef(stream.data()).str();
}

static Error unpackPlace(BinaryStreamReader &reader, Places::Path &place) {
  uint32_t length;
  if (Error error = reader.readInteger(length))
    return error;
  for (uint32_t i = 0; i < length; ++i)
    if (Error error = reader.readInteger(place.emplace_back()))
      return error;
  return Error::success();
}

static Error unpackSite(BinaryStreamReader &reader, ProgramObject::Site &site) {
  if (Error error = unpackPlace(reader, site.place))
    return error;
  StringRef op, problem;
  if (Error error = reader.readCString(op))
    return error;
  if (Error error = reader.readCString(problem))
    return error;
  site.op = op.str();
  site.problem = problem.str();
  return Error::success();
}

static Error unpackPart(BinaryStreamReader &reader, ProgramObject::Part &part) {
  uint8_t kind;
  uint32_t count;
  StringRef name;
  if (Error error = joinErrors(reader.readInteger(kind),
                               joinErrors(reader.readCString(name), reader.readInteger(count))))
    return error;
  part.kind = Probe::Kind(kind);
  part.name = name.str();
  for (uint32_t i = 0; i < count; ++i) {
    ProgramObject::Part::Line &line = part.lines.emplace_back();
    StringRef derivative;
    if (Error error = joinErrors(unpackPlace(reader, line.place), reader.readCString(derivative)))
      return error;
    line.derivative = derivative.str();
  }
  return Error::success();
}

Expected<ProgramObject> ProgramObject::unpack(StringRef bytes) {
  BinaryStreamReader reader(bytes, endianness::native);
  ProgramObject program;
  uint8_t flags;
  if (Error error = reader.readInteger(program.memory.peakBytes))
    return std::move(error);
  if (Error error = reader.readInteger(flags))
    return std::move(error);
  program.memory.isOpen = flags & 1;
  program.memory.hasStacks = flags & 2;
  program.memory.isDeep = flags & 4;
  if (Error error = reader.readInteger(program.quickSteps))
    return std::move(error);
  uint32_t count;
  if (Error error = reader.readInteger(count))
    return std::move(error);
  for (uint32_t i = 0; i < count; ++i)
    if (Error error = unpackSite(reader, program.sites.emplace_back()))
      return std::move(error);
  if (Error error = reader.readInteger(count))
    return std::move(error);
  for (uint32_t i = 0; i < count; ++i)
    if (Error error = unpackPart(reader, program.parts.emplace_back()))
      return std::move(error);
  while (!reader.empty()) {
    uint64_t size;
    StringRef object;
    if (Error error = reader.readInteger(size))
      return std::move(error);
    if (Error error = reader.readFixedString(object, size))
      return std::move(error);
    program.objects.push_back(object.str());
  }
  return program;
}

//--- in memory

static std::vector<JitSymbol> runtimeSymbols() {
  std::vector<JitSymbol> symbols;
  for (const runtime::Symbol &symbol : runtime::symbols())
    symbols.push_back({symbol.name, symbol.address});
  return symbols;
}

/// What a linked program takes beside its code: measured, most of it is the linker's.
constexpr size_t linkerBytes = 36 << 10;

Expected<std::shared_ptr<const CompiledProgram>> CompiledProgram::link(ProgramObject object) {
  (void)runtime::threadCount(); // found out now: a fork does not wait for programs that run
  auto program = std::make_shared<CompiledProgram>();
  program->size = linkerBytes + object.sites.size() * sizeof(ProgramObject::Site);
  std::vector<std::unique_ptr<MemoryBuffer>> files;
  for (StringRef file : object.objects) {
    program->size += file.size();
    files.push_back(MemoryBuffer::getMemBufferCopy(file, "program" + Twine(files.size())));
  }
  program->sites = std::move(object.sites);
  program->profiled = std::move(object.parts);
  program->plan = object.memory;
  program->quickSteps = object.quickSteps;
  program->isLimited = llvm::any_of(program->sites, [](const ProgramObject::Site &site) {
    return StringRef(site.problem).starts_with(beyondLimit);
  });
  auto code = MachineCode::link(std::move(files), runtimeSymbols());
  if (!code)
    return code.takeError();
  program->code = std::move(*code);
  auto start = program->code->find(programName);
  if (!start)
    return start.takeError();
  program->start = *start;
  return program;
}

namespace {

struct Recent {
  std::mutex mutex;
  std::list<std::pair<std::string, std::shared_ptr<const CompiledProgram>>>
      programs; // last used first
  size_t bytes = 0;
};

Recent &recent() {
  static auto *recent = new Recent; // never freed: the process ends sooner without
  return *recent;
}

} // namespace

std::shared_ptr<const CompiledProgram> findRecent(StringRef key) {
  auto &[mutex, programs, bytes] = recent();
  std::lock_guard lock(mutex);
  auto found = llvm::find_if(programs, [&](auto &entry) { return entry.first == key; });
  if (found == programs.end())
    return nullptr;
  programs.splice(programs.begin(), programs, found);
  return found->second;
}

void keepRecent(StringRef key, std::shared_ptr<const CompiledProgram> program) {
  auto &[mutex, programs, bytes] = recent();
  std::lock_guard lock(mutex);
  if (auto old = llvm::find_if(programs, [&](auto &entry) { return entry.first == key; });
      old != programs.end()) { // which was compiled quickly, or by another thread
    bytes -= old->second->bytes();
    programs.erase(old);
  }
  bytes += program->bytes();
  programs.emplace_front(key, std::move(program));
  for (; bytes > recentBytes; programs.pop_back())
    bytes -= programs.back().second->bytes();
}

} // namespace cotan
