# Entry points for users and developers. `make` without a target lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build release test test-long test-clusters test-plugin units demo gallery workbench docs bench bench-workbench fuzz hostile soak install
.PHONY: uninstall lint clean

# Required Debian packages, each with its purpose. `make setup` installs the missing ones.
PACKAGES := \
  libjpeg-dev:reading-and-writing-JPEG-files \
  libpng-dev:reading-and-writing-PNG-files \
  libvips-dev:reading-and-writing-other-picture-files \
  liblcms2-dev:ICC-colour-profiles \
  libexif-dev:EXIF-metadata \
  libopenexr-dev:writing-OpenEXR-files \
  libffi-dev:calling-image-units-written-in-C \
  libseccomp-dev:keeping-image-units-from-system-calls \
  libzint-dev:drawing-barcodes \
  libpango1.0-dev:setting-text \
  libglib2.0-dev:hashing-image-units \
  libarchive-dev:packages-of-image-units \
  pkg-config:finding-the-libraries-above

# Optional packages. One of each line is enough, best first. Without them, everything else works. LLVM is opened at run
# time by the names in LLVMLibrary.standardNames. Sources/DetectionEngines needs the headers of OpenCV and ZXing and is
# built only if they are installed.
OPTIONAL_PACKAGES := \
  libllvm19,libllvm20,libllvm21,libllvm18:compiling-kernels-to-machine-code:kernels-are-interpreted,-which-is-slower \
  libopencv-objdetect-dev:detecting-faces,-rectangles-and-text:there-are-no-detectors \
  libzxing-dev:detecting-and-reading-QR-codes:there-are-no-detectors \
  opencv-data:detecting-faces:the-detector-of-faces-says-what-to-install \
  libavformat-dev:reading-and-writing-video-files:video-files-are-refused \
  libavcodec-dev:decoding-and-encoding-video:video-files-are-refused \
  libavutil-dev:the-types-of-the-two-libraries-above:video-files-are-refused \
  ffmpeg:the-tests-and-benchmarks-of-video-files:they-are-skipped \
  neovim:the-test-of-the-language-server-in-an-editor:it-is-skipped \
  libjs-codemirror:editing-kernels-in-the-workbench:it-has-a-plain-field \
  chromium:the-tests-of-the-workbench:they-are-skipped \
  qemu-user,qemu-user-static:the-tests-of-machine-code-for-ARM-on-other-processors:they-are-skipped \
  gcc-aarch64-linux-gnu:the-program-that-runs-code-for-ARM-in-tests:they-are-skipped \
  libc6-dev-arm64-cross:the-C-library-of-that-program:they-are-skipped \
  libvulkan-dev:the-module-that-runs-kernels-on-Vulkan-devices:it-is-not-built \
  mesa-vulkan-drivers:the-tests-of-kernels-on-Vulkan-devices:they-are-skipped \
  vulkan-validationlayers:the-tests-of-kernels-on-Vulkan-devices:they-are-skipped \
  spirv-tools:the-tests-that-SPIR-V-modules-are-valid:they-are-skipped

# Override with `make JOBS=1 …` where memory is short.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# SwiftPM warns about the flag -pthread in the pkg-config file of Pango, and about files of a dependency that it doesn't
# build. Both are harmless.
QUIETLY := 2> >(grep -v -e 'prohibited flag(s): -pthread' -e 'swift-distributed-tracing' >&2)
# Package.swift looks for these headers, but SwiftPM evaluates it again only when its text or the environment changes.
# These variables change when headers are installed or removed.
export COREIMAGE_DETECTION_HEADERS = $(shell ls /usr/include/opencv4/opencv2/objdetect.hpp /usr/include/ZXing/ReadBarcode.h 2>/dev/null)
export COREIMAGE_VIDEO_HEADERS = $(wildcard /usr/include/*/libavformat/avformat.h /usr/include/libavformat/avformat.h /usr/local/include/libavformat/avformat.h)
export COREIMAGE_VULKAN_HEADERS = $(wildcard /usr/include/vulkan/vulkan_core.h /usr/local/include/vulkan/vulkan_core.h)
# The picture service is built where the compiler is new enough for its HTTP library; see Package.swift.
export COREIMAGE_SERVICE := $(shell swiftc --version 2>/dev/null | grep -Eq 'Swift version (6\.([2-9]|[1-9][0-9])|[7-9]|[1-9][0-9])' && echo 1)
SERVICE_PRODUCT := $(if $(COREIMAGE_SERVICE),coreimage-serve coreimage-workbench)
# Debug builds optimise the modules in which tests spend their time; see the end of Package.swift.
export COREIMAGE_OPTIMISED = 1
SWIFT_BUILD := swift build --jobs $(JOBS)
CONFIGURATION ?= debug
# The configuration that `make install` installs (INSTALLED=debug for the debug build), and the folder.
INSTALLED ?= release
PREFIX ?= /usr/local
# Builds the command, the worker that runs image units for it, the library that the worker loads, the service and the
# workbench.
BUILD_COMMAND = for product in coreimage coreimage-unit-worker CoreImage $(SERVICE_PRODUCT); do \
  $(SWIFT_BUILD) -c $(CONFIGURATION) --product $$product $(QUIETLY); done; \
  if [ -n "$$COREIMAGE_VIDEO_HEADERS" ]; then $(SWIFT_BUILD) -c $(CONFIGURATION) --product coreimage-video-worker $(QUIETLY); fi
COMMAND = $(shell swift build -c $(CONFIGURATION) --show-bin-path 2>/dev/null)/coreimage

help: ## List what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing on Debian or Ubuntu (through sudo when not root)
	@.make/setup $(PACKAGES) --optional $(OPTIONAL_PACKAGES)

build: setup ## Build everything, debug
	@$(SWIFT_BUILD) $(QUIETLY)

release: setup ## Build everything, optimised
	@$(SWIFT_BUILD) -c release $(QUIETLY)

test: setup ## Run all tests but the long ones, on pictures of people from PyPI too where it can be reached
	@.make/test-pictures build/test-pictures
	@JOBS=$(JOBS) .make/test ordinary $(QUIETLY)
	@.make/test-deployment ordinary
	@.make/test-editors
	@.make/test-workbench

test-long: setup ## Run the long tests: thorough versions of series that `make test` tests in part
	@.make/test-pictures build/test-pictures
	@JOBS=$(JOBS) .make/test long $(QUIETLY)
	@.make/test-deployment short

# The above has a short run. This one takes all processors for some ten minutes.
test-clusters: setup build ## Test workers on clusters with thousands of pictures, with Ray from PyPI, while processes are killed
	@.make/test-deployment long

# A package in a temporary folder builds an image unit with the plugin, and for that Core Image once more.
test-plugin: setup ## Test the plugin that builds image units in other packages
	@JOBS=$(JOBS) COREIMAGE_TEST_PLUGIN=1 .make/test plugin $(QUIETLY)

# The units are optimised. Debug and release builds of the host can load them.
units: setup ## Build the sample image units into build/Image Units
	@$(BUILD_COMMAND)
	@COREIMAGE_PRODUCTS="$(dir $(COMMAND))" .make/build-units release "build/Image Units" ImageUnits/*/

demo: units ## Build the units, list filters, and render the test scene and clips of it into build/demo
	@.make/demo "$(COMMAND)" "build/Image Units" build/demo

gallery: setup ## Render every filter into build/gallery, pages for a browser; UNITS=folder adds image units
	@$(BUILD_COMMAND)
	@rm -rf build/gallery
	@"$(COMMAND)" gallery -o build/gallery --check $(if $(UNITS),--units "$(UNITS)") Tests/Fixtures/scene.png

workbench: setup ## Show filters with sliders, and kernels, on the test scene in a browser; PICTURES=… shows others
	@$(BUILD_COMMAND)
	@"$(COMMAND)" workbench --open $(or $(PICTURES),Tests/Fixtures/scene.png)

docs: setup ## Build the documentation as a website into build/docs
	@$(BUILD_COMMAND)
	@.make/docs "$(dir $(COMMAND))" build/docs

bench: setup ## Time everything beside its peers; QUICK=1 takes three minutes instead of fifteen
	@.make/bench $(ARGS)

bench-workbench: setup ## Measure how soon the workbench shows a moving slider, in Chromium, for SECONDS=20, and its memory
	@.make/bench-workbench $(or $(SECONDS),20)

fuzz: setup ## Fuzz what reads untrusted bytes, each TARGET="…" (all when left out) for SECONDS=60, then VARIANTS=100000
	@VARIANTS=$(or $(VARIANTS),100000) .make/fuzz $(or $(SECONDS),60) $(TARGET)

hostile: setup ## Attack the host with hostile files and units, and print how each attack ended
	@$(BUILD_COMMAND)
	@$(SWIFT_BUILD) -c $(CONFIGURATION) --product VideoWorkerProbe $(QUIETLY)
	@$(SWIFT_BUILD) -c $(CONFIGURATION) --product Hostile $(QUIETLY)
	@"$(dir $(COMMAND))Hostile"

soak: setup ## Render hostile inputs on 16 threads for MINUTES=10, with SANITIZER=address or thread, and count what is left
	@.make/soak $(or $(MINUTES),10) $(SANITIZER)

install: setup ## Build optimised and install into PREFIX=/usr/local (DESTDIR=folder for packages)
	@command -v patchelf >/dev/null || .make/setup patchelf:making-installed-programs-find-their-libraries
	@for product in coreimage coreimage-unit-worker CoreImage $(SERVICE_PRODUCT); do \
	  $(SWIFT_BUILD) -c $(INSTALLED) --product $$product $(QUIETLY); done
	@if [ -n "$$COREIMAGE_DETECTION_HEADERS" ]; then $(SWIFT_BUILD) -c $(INSTALLED) --product CoreImageDetection $(QUIETLY); fi
	@if [ -n "$$COREIMAGE_VIDEO_HEADERS" ]; then $(SWIFT_BUILD) -c $(INSTALLED) --product coreimage-video-worker $(QUIETLY); fi
	@.make/install $(INSTALLED) "$(PREFIX)" "$(DESTDIR)"

uninstall: ## Remove what `make install` installed into PREFIX=/usr/local
	@.make/uninstall "$(PREFIX)" "$(DESTDIR)"

lint: ## Check the formatting of the sources
	@.make/lint

clean: ## Remove everything that was built
	@swift package clean
	@rm -rf build
