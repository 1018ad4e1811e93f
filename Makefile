# The commands people type. CMake and Ninja do the work.
BUILD ?= build
GENERATE = cmake -S . -B $(BUILD) -G Ninja -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_C_COMPILER=clang-22

build: ; $(GENERATE) && cmake --build $(BUILD)
.PHONY: build
