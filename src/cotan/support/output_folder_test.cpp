// A process that writes a folder is killed at any moment: what is found is of one run.
#include "cotan/support/output_file.h"
#include "cotan/support/output_folder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using namespace cotan;

namespace {

namespace files = std::filesystem;

constexpr size_t count = 8;

class OutputFolder : public testing::Test {
protected:
  OutputFolder() {
    llvm::SmallString<128> path;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("cotan_output", path));
    parent = std::string(path);
    folder = parent / "out";
  }
  ~OutputFolder() override { files::remove_all(parent); }

  llvm::Error write(const std::string &content) const {
    return writeFolder(folder.string(), count, [&](size_t i) -> llvm::Expected<NamedContent> {
      return NamedContent{std::to_string(i), content};
    });
  }
  /// Whatever there is of the files; each must be there if one is.
  std::set<std::string> contents() const {
    std::set<std::string> found;
    for (size_t i = 0; i < count; ++i)
      found.insert(read(folder / std::to_string(i)));
    return found;
  }
  static std::string read(const files::path &path) {
    std::ifstream file(path);
    return file ? std::string(std::istreambuf_iterator<char>(file), {}) : "none";
  }
  size_t entriesBeside() const {
    return std::distance(files::directory_iterator(parent), files::directory_iterator());
  }

  /// Starts a process that does `work` again and again, and kills it within a random one of these.
  template <typename Work> void killSome(int kills, Work work, llvm::function_ref<void()> check) {
    std::mt19937 random(1);
    for (int kill = 0; kill < kills; ++kill) {
      int done[2];
      ASSERT_EQ(pipe(done), 0);
      pid_t child = fork();
      if (child == 0)
        for (int i = 0;; ++i) {
          work(std::to_string(kill) + "." + std::to_string(i));
          if (::write(done[1], "", 1) != 1)
            _exit(1);
        }
      for (unsigned wait = random() % 4; wait > 0; --wait) // however slow the machine is
        if (char byte; ::read(done[0], &byte, 1) != 1)
          ADD_FAILURE() << "the process ended";
      usleep(random() % 4000);
      ::kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      close(done[0]);
      close(done[1]);
      check();
    }
  }

  files::path parent, folder;
};

TEST_F(OutputFolder, isOfOneRunWheneverItsWriterIsKilled) {
  std::set<std::string> seen;
  auto work = [&](const std::string &content) { llvm::consumeError(write(content)); };
  killSome(40, work, [&] {
    std::set<std::string> found = contents();
    EXPECT_EQ(found.size(), 1u);
    EXPECT_LE(entriesBeside(), 2u); // the folder, and what this process left
    seen.insert(*found.begin());
  });
  EXPECT_GT(seen.size(), 20u); // of 40, one in four is killed before it has written anything
  EXPECT_FALSE(llvm::errorToBool(write("last")));
  EXPECT_EQ(contents(), std::set<std::string>{"last"});
  EXPECT_EQ(entriesBeside(), 1u);
}

TEST_F(OutputFolder, keepsOtherFiles) {
  files::create_directory(folder);
  std::ofstream(folder / "notes") << "mine";
  files::create_symlink("nowhere", folder / "link");
  files::permissions(folder, files::perms(0750));
  EXPECT_FALSE(llvm::errorToBool(write("a")));
  EXPECT_EQ(read(folder / "notes"), "mine");
  EXPECT_TRUE(files::is_symlink(folder / "link"));
  EXPECT_EQ(files::status(folder).permissions(), files::perms(0750));
}

TEST_F(OutputFolder, refusesWhatCannotBeReplacedAsAWhole) {
  files::create_directories(folder / "inner");
  std::string said = llvm::toString(write("a"));
  EXPECT_NE(said.find("cannot be replaced as a whole: it holds the folder 'inner'"),
            std::string::npos)
      << said;
  EXPECT_EQ(contents(), std::set<std::string>{"none"});
  EXPECT_EQ(entriesBeside(), 1u);
}

TEST_F(OutputFolder, sharedByTwoProcessesIsOfOneOfThem) {
  pid_t child = fork();
  if (child == 0)
    for (;;)
      llvm::consumeError(write("child"));
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(llvm::toString(write("parent")), "");
    ASSERT_TRUE(files::is_directory(folder)); // there all the time
  }
  ::kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(llvm::errorToBool(write("parent")));
  EXPECT_EQ(contents(), std::set<std::string>{"parent"});
  EXPECT_EQ(entriesBeside(), 1u);
}

TEST_F(OutputFolder, aFileIsWholeWheneverItsWriterIsKilled) {
  std::string path = folder.string();
  auto work = [&](const std::string &) {
    llvm::consumeError(writeFile(path, std::string(100'000, 'x')));
  };
  killSome(40, work, [&] {
    EXPECT_TRUE(!files::exists(path) || files::file_size(path) == 100'000);
    EXPECT_LE(entriesBeside(), 2u);
  });
  EXPECT_FALSE(llvm::errorToBool(writeFile(path, "last")));
  EXPECT_EQ(entriesBeside(), 1u);
}

} // namespace
