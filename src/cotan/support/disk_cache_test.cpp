#include "cotan/support/disk_cache.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace cotan;

namespace {

namespace files = std::filesystem;

class DiskCacheTest : public testing::Test {
protected:
  DiskCacheTest() {
    llvm::SmallString<128> path;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("cotan_cache", path));
    folder = std::string(path);
  }
  ~DiskCacheTest() override { files::remove_all(folder); }

  files::path fileOf(const std::string &key) const {
    return files::path(folder) / ("llvmcache-" + key);
  }
  DiskCache cache(uint64_t bytes = 1 << 20) const { return DiskCache(folder, bytes); }

  std::string folder;
};

void overwrite(const files::path &path, size_t offset, char byte) {
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(offset).put(byte);
}

TEST_F(DiskCacheTest, givesBackWhatWasStored) {
  EXPECT_FALSE(cache().load("a"));
  cache().store("a", std::string("x\0y", 3));
  EXPECT_EQ(cache().load("a"), std::string("x\0y", 3));
  cache().store("a", "");
  EXPECT_EQ(cache().load("a"), "");
}

TEST_F(DiskCacheTest, takesDamagedEntriesForMissing) {
  for (auto damage : {+[](const files::path &path) { files::resize_file(path, 40); },
                      +[](const files::path &path) { files::resize_file(path, 3); },
                      +[](const files::path &path) { overwrite(path, 0, '!'); },
                      +[](const files::path &path) { overwrite(path, 50, '!'); }}) {
    cache().store("a", std::string(100, 'x'));
    damage(fileOf("a"));
    EXPECT_FALSE(cache().load("a"));
  }
  cache().store("a", "of a");
  files::copy(fileOf("a"), fileOf("b"));
  EXPECT_FALSE(cache().load("b"));
  cache().store("b", "of b");
  EXPECT_EQ(cache().load("b"), "of b");
}

TEST_F(DiskCacheTest, worksWithoutAFolder) {
  DiskCache nowhere("/dev/null/cotan", 1 << 20);
  nowhere.store("a", "x");
  EXPECT_FALSE(nowhere.load("a"));
  files::create_directory(fileOf("a")); // something else has the name
  cache().store("a", "x");
  EXPECT_FALSE(cache().load("a"));
}

/// Each makes something of an entry, or of what it becomes, that others may have chosen.
void makeSymlink(const files::path &path) {
  files::rename(path, path.string() + "-elsewhere");
  files::create_symlink(path.string() + "-elsewhere", path);
}
void makePipe(const files::path &path) {
  files::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
}
void makeFolder(const files::path &path) {
  files::remove(path);
  files::create_directory(path);
}
void makeForeign(const files::path &path) { ASSERT_EQ(chown(path.c_str(), 65534, 65534), 0); }
void openToGroup(const files::path &path) { ASSERT_EQ(chmod(path.c_str(), 0660), 0); }
void openToAll(const files::path &path) { ASSERT_EQ(chmod(path.c_str(), 0602), 0); }

TEST_F(DiskCacheTest, readsNoEntryThatOthersMayHaveChosen) {
  std::vector<void (*)(const files::path &)> changes = {makeSymlink, makePipe, openToGroup,
                                                        openToAll};
  if (geteuid() == 0)
    changes.push_back(makeForeign);
  for (auto change : changes) {
    cache().store("a", "x");
    ASSERT_EQ(cache().load("a"), "x");
    change(fileOf("a"));
    EXPECT_FALSE(cache().load("a"));
    cache().store("a", "y"); // takes its place
    EXPECT_EQ(cache().load("a"), "y");
    EXPECT_EQ(files::status(fileOf("a")).permissions(), files::perms(0600));
  }
  makeFolder(fileOf("a")); // stays
  cache().store("a", "z");
  EXPECT_FALSE(cache().load("a"));
}

TEST_F(DiskCacheTest, usesNoFolderThatOthersCanWrite) {
  files::path own = files::path(folder) / "made" / "here";
  DiskCache inside(own.string(), 1 << 20);
  inside.store("a", "x");
  EXPECT_EQ(files::status(own).permissions(), files::perms(0700));
  std::vector<void (*)(const files::path &)> changes = {
      +[](const files::path &path) { chmod(path.c_str(), 0770); },
      +[](const files::path &path) { chmod(path.c_str(), 01777); }};
  if (geteuid() == 0)
    changes.push_back(makeForeign);
  for (auto change : changes) {
    chmod(own.c_str(), 0700);
    ASSERT_EQ(inside.load("a"), "x");
    change(own);
    EXPECT_FALSE(inside.load("a"));
    inside.store("b", "x");
    EXPECT_FALSE(files::exists(own / "llvmcache-b"));
  }
}

TEST_F(DiskCacheTest, readsNoEntryLargerThanTheCache) {
  cache().store("a", "x");
  files::resize_file(fileOf("a"), uint64_t(1) << 40);
  EXPECT_FALSE(cache().load("a"));
}

TEST_F(DiskCacheTest, forgetsWhatWasNotReadForLongest) {
  auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  std::string content(1000, 'x');
  for (const char *key : {"a", "b", "c"}) {
    cache(4000).store(key, content);
    pause();
  }
  EXPECT_TRUE(cache(4000).load("a"));
  pause();
  cache(4000).store("d", content);
  EXPECT_TRUE(cache(4000).load("a"));
  EXPECT_FALSE(cache(4000).load("b"));
  EXPECT_TRUE(cache(4000).load("d"));
  for (int i = 0; i < 20; ++i)
    cache(4000).store(std::to_string(i), content);
  uint64_t bytes = 0;
  for (const auto &file : files::directory_iterator(folder))
    bytes += file.file_size();
  EXPECT_LE(bytes, 4000u);
}

TEST_F(DiskCacheTest, isSharedByThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([this] {
      for (int i = 0; i < 100; ++i) {
        std::string key = std::to_string(i % 7), content(1000 + i % 7, 'x');
        if (auto found = cache(5000).load(key))
          EXPECT_EQ(*found, content);
        cache(5000).store(key, content);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(DiskCacheTest, isChosenByTheEnvironment) {
  setenv("COTAN_CACHE_DIR", folder.c_str(), 1);
  setenv("COTAN_CACHE_SIZE", "1MiB", 1);
  const char *before = std::getenv("COTAN_CACHE");
  std::string kept = before ? before : "";
  setenv("COTAN_CACHE", "on", 1);
  auto made = llvm::cantFail(DiskCache::ofEnvironment());
  ASSERT_TRUE(made);
  made->store("a", "x");
  EXPECT_TRUE(files::exists(fileOf("a")));
  setenv("COTAN_CACHE_SIZE", "a lot", 1);
  EXPECT_EQ(llvm::toString(DiskCache::ofEnvironment().takeError()),
            "COTAN_CACHE_SIZE is 'a lot', which is no size; write one as 64MiB");
  setenv("COTAN_CACHE_SIZE", "0", 1);
  EXPECT_FALSE(llvm::cantFail(DiskCache::ofEnvironment()));
  setenv("COTAN_CACHE", "off", 1);
  EXPECT_FALSE(llvm::cantFail(DiskCache::ofEnvironment()));
  setenv("COTAN_CACHE", kept.c_str(), 1);
  unsetenv("COTAN_CACHE_DIR");
  unsetenv("COTAN_CACHE_SIZE");
}

} // namespace
