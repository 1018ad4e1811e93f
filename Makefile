# The commands people type. CMake and Ninja do the work; `make help` lists the commands.
SHELL = /bin/bash
BUILD ?= build
JOBS ?= $(shell nproc)
CONFIGURE = cmake -S . -G Ninja -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_C_COMPILER=clang-22 -B
PACKAGES = $(shell grep -v '^\#' packages.txt)
SITE_PACKAGES = $(shell grep -v '^\#' docs/site/packages.txt)
TEST_PACKAGES = $(shell grep -v '^\#' test/packages.txt) $(SITE_PACKAGES)

.PHONY: build configured demo test sanitize bench install packaging deb wheel docs site format tidy clean deps help

build: configured
	cmake --build $(BUILD) -j $(JOBS)

configured: deps
	@test -f $(BUILD)/build.ninja || $(CONFIGURE) $(BUILD) --fresh # what a failed one left misleads it

# The first success soon: without the tests and the tools, and where there is no build yet, with a
# compiler that is not optimized itself.
DEMO = $(if $(wildcard $(BUILD)/build.ninja),$(BUILD),$(BUILD)/demo)
demo: deps
	@test -f $(DEMO)/build.ninja || $(CONFIGURE) $(DEMO) -DCOTAN_UNOPTIMIZED_COMPILER=ON --fresh
	cmake --build $(DEMO) -j $(JOBS) --target cotan_python
	PYTHONPATH=$(DEMO)/python /usr/bin/python3 examples/hare_lynx/hare_lynx.py $(DEMO)/hare_lynx.svg

# Some tests wait, for a browser or a child: one more than there are processors keeps them busy.
TEST_JOBS ?= $(shell expr $(JOBS) + 1)
test: build
	@tools/install_packages.sh $(TEST_PACKAGES)
	@tools/install_pyright.sh $(BUILD)
	ctest --test-dir $(BUILD) --output-on-failure -j $(TEST_JOBS)

sanitize: deps
	@tools/install_packages.sh $(TEST_PACKAGES)
	set -e; for preset in asan+ubsan tsan; do \
	  cmake --preset $$preset; cmake --build --preset $$preset -j $(JOBS); ctest --preset $$preset -j $(JOBS); \
	done

bench: build
	@tools/install_packages.sh $(shell grep -v '^\#' bench/packages.txt)
	cmake $(BUILD) > /dev/null
	cmake --build $(BUILD) -j $(JOBS)
	bench/run.sh $(BUILD) $(BENCH)

# PREFIX=folder; DESTDIR=folder is put before it.
PREFIX ?= /usr/local
install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

PACKAGING_PACKAGES = $(shell grep -v '^\#' packaging/packages.txt)
packaging: deps
	@tools/install_packages.sh $(PACKAGING_PACKAGES)
	@! test -f $(BUILD)/build.ninja || cmake $(BUILD) > /dev/null # finds help2man
	@$(MAKE) build

deb: packaging
	cd $(BUILD) && cpack -G DEB
	lintian --fail-on error $(BUILD)/*.deb

wheel: packaging
	packaging/wheel.py --build $(BUILD)

docs: build
	$(BUILD)/bin/cotan ops --markdown > docs/spec/ops.md
	/usr/bin/python3 tools/primitive_set.py $(BUILD)/bin/cotan > docs/spec/primitive_set.md
	/usr/bin/python3 tools/element_types.py $(BUILD)/bin/cotan > docs/spec/element_types.md
	PYTHONPATH=$(BUILD)/python /usr/bin/python3 tools/function_reference.py > docs/spec/functions.md
	/usr/bin/python3 tools/cpp_reference.py $(BUILD) > docs/spec/cpp.md

site: build
	@tools/install_packages.sh $(SITE_PACKAGES)
	PYTHONPATH=$(BUILD)/python /usr/bin/python3 docs/site/build.py --build $(BUILD) --run-examples

format: deps
	git ls-files --cached --others --exclude-standard '*.h' '*.cpp' | xargs clang-format-22 -i

tidy: build
	@tools/install_packages.sh $(TEST_PACKAGES)
	test/tidy.py --all --build $(BUILD) --jobs $(JOBS)

clean:
	rm -rf $(BUILD)

# Fast when nothing is missing.
deps:
	@tools/install_packages.sh $(PACKAGES)

help:
	@echo "make         build the program: $(BUILD)/bin/cotan"
	@echo "make demo    fit the hare and lynx record; writes build/demo/hare_lynx.svg"
	@echo "make test    run all tests; installs what they alone need (test/packages.txt)"
	@echo "make sanitize run them with the address, undefined and thread sanitizers (an hour or more)"
	@echo "make bench   time everything beside its peers; BENCH=--quick takes fewer rounds"
	@echo "make install PREFIX=folder  install the command, the library and the package (/usr/local)"
	@echo "make deb     write Debian packages: $(BUILD)/*.deb"
	@echo "make wheel   write a wheel that carries what it needs: $(BUILD)/*.whl"
	@echo "make docs    write the references, docs/spec/ops.md, primitive_set.md, element_types.md, functions.md and cpp.md"
	@echo "make site    write the web pages, $(BUILD)/site/index.html; the first time runs the examples for the gallery"
	@echo "make format  format the C++ sources"
	@echo "make tidy    look at all C++ sources with clang-tidy (half an hour)"
	@echo "make deps    install the Debian packages that are missing (packages.txt)"
	@echo "make clean   remove $(BUILD)"
	@echo "Each installs and builds what it needs first. BUILD=folder and JOBS=n choose the build"
	@echo "folder and the number of parallel compilations."
