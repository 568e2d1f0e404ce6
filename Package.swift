// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Executables of this package link `CoreImage` statically, so they must export its symbols for image units. SwiftPM
// refuses unsafe flags in products that other packages use by version, so the command is the only such product.
let exportSymbols: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]

// What the fuzzers call.
let fuzzedModules: [Target.Dependency] = [
    "CommandOutput", "FilterChains", "PictureBatches", "PictureWorker", "PictureService", "CoreImage", "ImageFiles",
    "ImageGraph", "ImageUnits", "Interpreter", "JIT", "KernelLanguage", "KernelLanguageServer", "Pixels",
    "UnitAuthoring", "ChildProcesses", "Sandboxing", "UnitProcesses", "VideoExchange", "VideoFiles", "CSandbox",
    "Mutators", "TestSupport",
]

// The detection engines are built only if the headers of OpenCV and ZXing are installed. Without them, creating a
// detector fails with an error that names the packages to install. pkg-config isn't used, because only Debian's package
// of all of OpenCV has a file for it. `-I` is an unsafe flag. A header search path must lie in the package, so
// `SystemHeaders` has links to the system's folders.
let openCVHeaders = ["opencv4", "local/opencv4"]
    .first {
        FileManager.default.fileExists(
            atPath: Context.packageDirectory + "/Sources/SystemHeaders/\($0)/opencv2/objdetect.hpp")
    }
let hasZXing = ["/usr/include", "/usr/local/include"]
    .contains { FileManager.default.fileExists(atPath: $0 + "/ZXing/ReadBarcode.h") }
let detectionTargets: [Target] =
    openCVHeaders.flatMap { headers in
        guard hasZXing else { return nil }
        return [
            .target(
                name: "DetectionEngines",
                cxxSettings: [.headerSearchPath("../SystemHeaders/" + headers)],
                linkerSettings: ["opencv_objdetect", "opencv_imgproc", "opencv_core", "ZXing"].map {
                    .linkedLibrary($0)
                })
        ]
    } ?? []
// A library of its own, opened at run time, so that only programs that detect something load OpenCV.
let detectionProducts: [Product] =
    detectionTargets.isEmpty
    ? [] : [.library(name: "CoreImageDetection", type: .dynamic, targets: ["DetectionEngines"])]

// The program for video files is built only if the headers of FFmpeg's libraries are installed. Without it, reading and
// writing video files fails with an error that names the packages to install. Nothing else is linked to FFmpeg.
let multiarch = ["", "x86_64-linux-gnu/", "aarch64-linux-gnu/"]
let hasFFmpeg = ["libavformat/avformat.h", "libavcodec/avcodec.h", "libavutil/avutil.h"]
    .allSatisfy { header in
        multiarch.contains { folder in
            ["/usr/include/", "/usr/local/include/"]
                .contains { FileManager.default.fileExists(atPath: $0 + folder + header) }
        }
    }
let videoTargets: [Target] =
    !hasFFmpeg
    ? []
    : [
        .systemLibrary(
            name: "CFFmpeg", providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"])]),
        .target(
            name: "VideoWorker", dependencies: ["UntrustedInput", "ChildProcesses", "VideoExchange", "CFFmpeg"]),
        .executableTarget(name: "coreimage-video-worker", dependencies: ["VideoWorker"]),
    ]
let videoProducts: [Product] =
    hasFFmpeg ? [.executable(name: "coreimage-video-worker", targets: ["coreimage-video-worker"])] : []
// Tests of video files need the program, if it can be built.
let videoProgram: [Target.Dependency] = hasFFmpeg ? ["coreimage-video-worker"] : []

// Kernels run on Vulkan devices only if Vulkan's headers are installed. The library is opened at run time.
let hasVulkan = ["/usr/include", "/usr/local/include"]
    .contains { FileManager.default.fileExists(atPath: $0 + "/vulkan/vulkan_core.h") }
let vulkanModule: [Target.Dependency] = hasVulkan ? ["Vulkan"] : []
let vulkanTargets: [Target] =
    !hasVulkan
    ? []
    : [
        .systemLibrary(name: "CVulkan", providers: [.apt(["libvulkan-dev"])]),
        // Runs kernels on a device.
        .target(
            name: "Vulkan",
            dependencies: ["CVulkan", "SPIRV", "DeviceKernels", "Pixels", "KernelLanguage", "ImageGraph"]),
        .testTarget(
            name: "VulkanTests",
            dependencies: [
                "Vulkan", "CVulkan", "SPIRV", "DeviceKernels", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels",
                "CoreImage", "KernelTestSupport", "TestSupport", "_Testing_CoreImage",
            ]),
    ]

// The picture service is built only if the environment says so, because its HTTP library is a dependency that clients
// of the library don't need, and which needs Swift 6.2. The Makefile sets the variable where the compiler is new
// enough.
#if compiler(>=6.2)
    let buildsService = Context.environment["COREIMAGE_SERVICE"] == "1"
#else
    let buildsService = false
#endif
let serviceDependencies: [Package.Dependency] =
    buildsService
    ? [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ] : []
let serviceTargets: [Target] =
    buildsService
    ? [
        .target(
            name: "PictureServer",
            dependencies: [
                "PictureService", "PictureWorker", "PictureBatches", "CommandOutput", "ChildProcesses",
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The program behind `coreimage serve`.
        .executableTarget(
            name: "coreimage-serve",
            dependencies: [
                "PictureServer", "PictureService", "PictureWorker", "CommandOutput", "ChildProcesses",
                .product(name: "Logging", package: "swift-log"),
            ],
            linkerSettings: exportSymbols),
        // The workbench's HTTP server, and its page.
        .target(
            name: "WorkbenchServer",
            dependencies: [
                "Workbench", "CoreImage", "UntrustedInput",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            exclude: ["Page"], plugins: ["PageFiles"]),
        // The program behind `coreimage workbench`.
        .executableTarget(
            name: "coreimage-workbench",
            dependencies: [
                "WorkbenchServer", "Workbench", "PictureBatches", "CommandOutput", "UntrustedInput", "ChildProcesses",
                "CoreImage",
            ],
            linkerSettings: exportSymbols),
    ] : []
let serviceProducts: [Product] =
    buildsService
    ? [
        .executable(name: "coreimage-serve", targets: ["coreimage-serve"]),
        .executable(name: "coreimage-workbench", targets: ["coreimage-workbench"]),
        // The workbench for a host's own program.
        .library(name: "CoreImageWorkbench", targets: ["WorkbenchServer"]),
    ] : []

let package = Package(
    name: "CoreImage",
    products: [
        .library(name: "CoreImage", type: .dynamic, targets: ["CoreImage", "CoreImageVideo", "_Testing_CoreImage"]),
        .executable(name: "coreimage", targets: ["Command"]),
        .executable(name: "coreimage-unit-worker", targets: ["coreimage-unit-worker"]),
        .plugin(name: "ImageUnitBuilder", targets: ["ImageUnitBuilder"]),
        // A product, so that the plugin can build it in other packages.
        .executable(name: "ImageUnitAssembler", targets: ["ImageUnitAssembler"]),
    ] + detectionProducts + videoProducts + serviceProducts,
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.11.0"),
    ] + serviceDependencies,
    targets: [
        // C libraries: module maps and the thinnest shims.
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(name: "COpenEXR", providers: [.apt(["libopenexr-dev"])]),
        // For SHA-256 fingerprints of image units. libvips and Pango depend on GLib, so it is always installed.
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        // libvips isn't linked, but opened at run time. The headers of libvips-dev include those of GLib, whose folders
        // come from pkg-config.
        .target(name: "CVips", dependencies: ["CGLib"]),
        .systemLibrary(name: "CJPEGLibrary", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CPNGLibrary", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        // The calls of libjpeg and libpng, whose errors jump over functions.
        .target(name: "CJPEG", dependencies: ["CJPEGLibrary"]),
        .target(name: "CPNG", dependencies: ["CPNGLibrary"]),
        // libffi calls functions of image units in C, whose signatures depend on the inputs of their filters.
        .systemLibrary(name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        // The C interface of image units: a header that authors include and the host imports.
        .target(name: "CImageUnit"),
        // The seccomp filter for processes that run code of image units.
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .target(name: "CSandbox"),
        // The handler of the signals that interrupt a command.
        .target(name: "CSignals"),
        .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        // Packages of image units are zip files.
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CLinux"),
        // Extended attributes of files.
        .systemLibrary(name: "CExtendedAttributes"),
        // The structures and requests of Video4Linux, for cameras.
        .systemLibrary(name: "CV4L2"),
        // Declarations of the library of the detection engines, which isn't linked but opened at run time.
        .systemLibrary(name: "CDetection"),
        // Makes `import CoreImage.CIFilterBuiltins` work in clients.
        .systemLibrary(name: "CIFilterBuiltins"),

        // The system. A target may depend only on targets above it.
        // Validation of untrusted input: paths, property lists, JSON, XML and text for terminals.
        .target(name: "UntrustedInput", dependencies: ["CLinux"]),
        // Memory limits of this process, from the system and control groups.
        .target(name: "SystemResources", dependencies: ["CLinux", "UntrustedInput"]),
        .target(name: "CacheFiles", dependencies: ["UntrustedInput"]),
        // Starts programs and waits for them.
        .target(name: "ChildProcesses", dependencies: ["UntrustedInput", "CSandbox"]),
        // Confines a process that runs untrusted code or reads untrusted files: system calls, files, resources. Memory
        // that such a process shares with its host.
        .target(name: "Sandboxing", dependencies: ["UntrustedInput", "ChildProcesses", "CSandbox", "CSeccomp"]),
        // Folders for temporary files, which are removed even if their process was killed.
        .target(name: "ScratchFolders", dependencies: ["ChildProcesses", "CSandbox"]),
        // Notifications of changes in directories.
        .target(name: "DirectoryWatching", dependencies: ["CLinux"]),
        .target(name: "Pixels", dependencies: ["CLCMS"]),
        // Times as fractions: CMTime.
        .target(name: "MediaTime"),
        // Core Video's buffers of pixels in memory: CVPixelBuffer.
        .target(name: "PixelBuffers", dependencies: ["Pixels"]),
        // Frames of video with their times: CMSampleBuffer.
        .target(name: "MediaSamples", dependencies: ["MediaTime", "PixelBuffers", "Pixels"]),
        .target(name: "KernelLanguage", dependencies: ["UntrustedInput"]),
        // What editors show about kernels, and the Language Server Protocol.
        .target(name: "KernelLanguageServer", dependencies: ["UntrustedInput", "KernelLanguage"]),
        .target(name: "ImageGraph", dependencies: ["UntrustedInput", "Pixels", "KernelLanguage"]),
        .target(name: "Interpreter", dependencies: ["Pixels", "KernelLanguage", "ImageGraph"]),
        // Works of devices, and what a device is told about the run of a kernel, whatever the device and its language.
        .target(name: "DeviceKernels", dependencies: ["Pixels", "KernelLanguage", "ImageGraph"]),
        // Kernels as SPIR-V modules, for Vulkan.
        .target(name: "SPIRV", dependencies: ["Pixels", "KernelLanguage", "ImageGraph", "DeviceKernels"]),
        .target(
            name: "JIT",
            dependencies: [
                "CLinux", "SystemResources", "CacheFiles", "Pixels", "KernelLanguage", "ImageGraph", "DeviceKernels",
            ]),
        // Kernels on NVIDIA's devices. The driver isn't linked, but opened at run time.
        .target(name: "CUDA", dependencies: ["Pixels", "KernelLanguage", "ImageGraph", "DeviceKernels", "JIT"]),
        // Finds and opens the devices of this machine.
        .target(
            name: "Devices",
            dependencies: [
                "UntrustedInput", "SystemResources", "DeviceKernels", "CUDA", "Rendering", "Interpreter", "ImageGraph",
                "KernelLanguage", "Pixels",
            ] + vulkanModule),
        .target(
            name: "Rendering",
            dependencies: [
                "UntrustedInput", "SystemResources", "Pixels", "KernelLanguage", "ImageGraph", "DeviceKernels",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "ImageFiles",
            dependencies: [
                "UntrustedInput", "ChildProcesses", "Pixels", "CVips", "CJPEG", "CPNG", "CExif", "COpenEXR",
            ]),
        .target(
            name: "ImageUnits",
            dependencies: ["UntrustedInput", "CacheFiles", "DirectoryWatching", "CGLib", "KernelLanguage"]),
        // Scaffolds, builds, watches, packs and installs image units.
        .target(
            name: "UnitAuthoring",
            dependencies: [
                "UntrustedInput", "ChildProcesses", "DirectoryWatching", "ImageUnits", "KernelLanguage", "CImageUnit",
                "CArchive", "CLinux",
            ]),
        // Calls functions of units that are written against the C interface.
        .target(name: "UnitFunctions", dependencies: ["UntrustedInput", "CFFI", "CImageUnit", "Pixels"]),
        .target(
            name: "UnitProcesses",
            dependencies: [
                "UntrustedInput", "SystemResources", "ChildProcesses", "Sandboxing", "ScratchFolders", "CSandbox",
                "KernelLanguage",
            ]),
        // What a client and the worker for video files exchange: descriptions, frames in shared memory, messages.
        .target(
            name: "VideoExchange", dependencies: ["UntrustedInput", "ChildProcesses", "Sandboxing", "CSandbox"]),
        // Reads and writes video files in processes of their own.
        .target(
            name: "VideoFiles",
            dependencies: [
                "UntrustedInput", "SystemResources", "ChildProcesses", "Sandboxing", "CSandbox", "VideoExchange",
            ]),
        .target(name: "Barcodes", dependencies: ["CZint"]),
        .target(name: "Typesetting", dependencies: ["CPango"]),
        // A hash of CoreImage's sources in a separate module, for tools that stamp units without linking all of
        // CoreImage.
        .target(name: "InterfaceStamp", plugins: ["InterfaceHash"]),
        // What `CoreImage` supplies to the modules below it that can't import it.
        .systemLibrary(name: "CLinkedParts"),
        // The public interface, in modules that `CoreImage` re-exports. Essentials come first: images, kernels, the
        // classes of filters and contexts.
        .target(
            name: "CoreImageEssentials",
            dependencies: [
                "UntrustedInput", "CLinux", "CLinkedParts", "CIFilterBuiltins", "Pixels", "MediaTime", "PixelBuffers",
                "MediaSamples", "KernelLanguage", "ImageGraph", "DeviceKernels", "Rendering", "ImageFiles",
                "Sandboxing", "UnitProcesses", .product(name: "Logging", package: "swift-log"),
            ]),
        // Descriptions of controls for the inputs of filters.
        .target(
            name: "FilterControls", dependencies: ["UntrustedInput", "Pixels", "Barcodes", "CoreImageEssentials"]),
        .target(
            name: "BuiltInFilters",
            dependencies: [
                "UntrustedInput", "CoreImageEssentials", "FilterControls", "Pixels", "ImageGraph", "Barcodes",
                "Typesetting",
            ],
            plugins: ["FilterCatalog"]),
        // Images as text and bytes: CIRecipe.
        .target(
            name: "Recipes",
            dependencies: [
                "CoreImageEssentials", "UntrustedInput", "Pixels", "KernelLanguage", "ImageGraph", "Rendering",
                "ImageFiles",
            ]),
        // Follows faces from picture to picture.
        .target(name: "FaceTracking"),
        // CIDetector.
        .target(
            name: "Detection",
            dependencies: [
                "UntrustedInput", "CoreImageEssentials", "CDetection", "SystemResources", "Pixels", "Rendering",
                "Barcodes", "FaceTracking",
            ]),
        // CIPlugIn: finds, loads and runs image units.
        .target(
            name: "UnitHosting",
            dependencies: [
                "CoreImageEssentials", "Recipes", "InterfaceStamp", "UntrustedInput", "SystemResources",
                "ChildProcesses", "Pixels", "KernelLanguage", "ImageGraph", "ImageUnits", "Sandboxing",
                "UnitProcesses", "UnitFunctions",
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The module that clients import.
        .target(
            name: "CoreImage",
            dependencies: [
                "CoreImageEssentials", "FilterControls", "BuiltInFilters", "Recipes", "Detection", "UnitHosting",
                "CIFilterBuiltins", "SystemResources", "Sandboxing", "UnitProcesses", "Pixels", "ImageGraph",
                "Interpreter", "JIT", "DeviceKernels", "Devices", "Rendering", "ImageFiles",
            ]),
        // Video: assets, compositions of filters, reading, writing and export, players and cameras. A module of its
        // own, in the product `CoreImage`.
        .target(
            name: "CoreImageVideo",
            dependencies: [
                "CoreImage", "CoreImageEssentials", "CLinux", "CV4L2", "UntrustedInput", "ChildProcesses", "Pixels",
                "ImageGraph", "MediaTime", "PixelBuffers", "MediaSamples", "ImageFiles", "VideoExchange", "VideoFiles",
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The cross-import overlay that files importing both `Testing` and `CoreImage` need.
        .target(name: "_Testing_CoreImage", dependencies: ["CoreImage"]),
        .target(
            name: "UnitValidation",
            dependencies: [
                "UntrustedInput", "SystemResources", "ChildProcesses", "CoreImage", "ImageUnits", "ImageGraph",
                "Interpreter", "JIT", "KernelLanguage", "Pixels", "Rendering", "Sandboxing", "UnitProcesses",
            ]),
        // The work of the command, in modules that know nothing of its arguments.
        // Printing, errors for people, and progress.
        .target(
            name: "CommandOutput",
            dependencies: ["UntrustedInput", "CoreImage", .product(name: "Logging", package: "swift-log")]),
        // Filters and chains of filters, as users write them and as they are described to users.
        .target(
            name: "FilterChains", dependencies: ["CommandOutput", "UntrustedInput", "Pixels", "CoreImage"]),
        // One or several pictures: reading them, naming, limiting and writing the results.
        .target(
            name: "PictureBatches",
            dependencies: [
                "CommandOutput", "UntrustedInput", "SystemResources", "CSignals", "Pixels", "Rendering", "ImageFiles",
                "CoreImage",
            ]),
        .target(
            name: "PictureInformation",
            dependencies: ["UntrustedInput", "PictureBatches", "Pixels", "ImageFiles", "CoreImage"]),
        .target(
            name: "Enhancement",
            dependencies: ["CommandOutput", "FilterChains", "CoreImage"]),
        .target(
            name: "Anonymising",
            dependencies: [
                "UntrustedInput", "PictureBatches", "SystemResources", "Pixels", "ImageFiles", "CoreImage",
            ]),
        .target(
            name: "Transitions",
            dependencies: [
                "CommandOutput", "FilterChains", "UntrustedInput", "Pixels", "ImageFiles", "CoreImage",
            ]),
        .target(name: "Painting", dependencies: ["CommandOutput", "UntrustedInput", "Pixels", "CoreImage"]),
        // Processes pictures for other programs, which send jobs as lines of JSON.
        .target(
            name: "PictureWorker",
            dependencies: [
                "CommandOutput", "FilterChains", "PictureBatches", "UntrustedInput", "SystemResources",
                "ChildProcesses", "Sandboxing", "CSandbox", "CExtendedAttributes", "Pixels", "ImageGraph", "Rendering",
                "ImageFiles", "ImageUnits", "CoreImage",
            ],
            resources: [.embedInCode("Protocol/Schema/worker-protocol-1.json")]),
        // What a picture service does apart from HTTP: configuration, addresses of pictures, signatures, the format
        // that a client wants, folders of pictures, and the limits of what is processed at a time.
        .target(
            name: "PictureService",
            dependencies: [
                "PictureWorker", "PictureBatches", "FilterChains", "CommandOutput", "UntrustedInput", "ChildProcesses",
                "Sandboxing", "ImageFiles", "ImageUnits", "CoreImage", "CLinux", "CGLib",
                .product(name: "Logging", package: "swift-log"),
            ]),
        // Videos: filtering, joining and hiding faces, and what is in them.
        .target(
            name: "VideoEditing",
            dependencies: [
                "CommandOutput", "FilterChains", "PictureBatches", "Anonymising", "Transitions", "FaceTracking",
                "UntrustedInput", "CLinux", "ChildProcesses", "Pixels", "MediaTime", "PixelBuffers", "CoreImage",
                "CoreImageVideo", "VideoExchange", "VideoFiles",
            ]),
        // Pages that show what filters make of a picture.
        .target(
            name: "Gallery",
            dependencies: [
                "CommandOutput", "FilterChains", "PictureBatches", "Anonymising", "UntrustedInput", "ImageUnits",
                "CoreImage", "BuiltInFilters",
            ],
            plugins: ["RecipeListings"]),
        // What the workbench does apart from HTTP: pictures, stacks of filters, previews, and the messages of its page.
        .target(
            name: "Workbench",
            dependencies: [
                "Gallery", "FilterChains", "PictureBatches", "CommandOutput", "UntrustedInput", "ScratchFolders",
                "KernelLanguage", "KernelLanguageServer", "ImageFiles", "ImageGraph", "Pixels", "MediaTime",
                "PixelBuffers", "UnitAuthoring", "VideoFiles", "CoreImageEssentials", "CoreImage", "CoreImageVideo",
            ]),
        // The program `coreimage`. Its name differs from that of the library in case only, so the target has another
        // name: on file systems that ignore case, their folders would be the same.
        .executableTarget(
            name: "Command",
            dependencies: [
                "CommandOutput", "FilterChains", "PictureBatches", "PictureInformation", "Enhancement", "Anonymising",
                "Transitions", "Painting", "PictureWorker", "PictureService", "VideoEditing", "Gallery", "Workbench",
                "UntrustedInput", "SystemResources", "ChildProcesses", "Pixels", "Rendering", "VideoExchange",
                "VideoFiles", "CoreImage", "KernelLanguage", "KernelLanguageServer", "ImageFiles", "ImageUnits",
                "UnitAuthoring", "UnitValidation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            linkerSettings: exportSymbols),
        // Runs one executable unit for a host, which starts it. It opens `libCoreImage.so` at run time, so that units
        // bind to that.
        .executableTarget(name: "coreimage-unit-worker"),

        // Generated code: the lists of built-in filters and of their oracles, the sources that the gallery shows, the
        // workbench's page, and the hash for stamps of image units.
        .plugin(name: "FilterCatalog", capability: .buildTool(), dependencies: ["FilterCatalogGenerator"]),
        .executableTarget(name: "FilterCatalogGenerator", path: "Plugins/FilterCatalogGenerator"),
        .plugin(name: "OracleCatalog", capability: .buildTool(), dependencies: ["OracleCatalogGenerator"]),
        .executableTarget(name: "OracleCatalogGenerator", path: "Plugins/OracleCatalogGenerator"),
        .plugin(name: "RecipeListings", capability: .buildTool(), dependencies: ["RecipeListingsGenerator"]),
        .executableTarget(name: "RecipeListingsGenerator", path: "Plugins/RecipeListingsGenerator"),
        .plugin(name: "PageFiles", capability: .buildTool(), dependencies: ["PageFilesGenerator"]),
        .executableTarget(name: "PageFilesGenerator", path: "Plugins/PageFilesGenerator"),
        .plugin(name: "InterfaceHash", capability: .buildTool(), dependencies: ["InterfaceHashGenerator"]),
        .executableTarget(name: "InterfaceHashGenerator", path: "Plugins/InterfaceHashGenerator"),

        // The plugin that builds image units in other packages: `swift package build-image-unit`.
        .plugin(
            name: "ImageUnitBuilder",
            capability: .command(
                intent: .custom(
                    verb: "build-image-unit", description: "Build the package's image units as .plugin bundles."))),
        // The program that the plugin builds and runs. The plugin doesn't depend on it; see its comment.
        .executableTarget(
            name: "ImageUnitAssembler", dependencies: ["UnitAuthoring", "ImageUnits", "InterfaceStamp"],
            path: "Plugins/ImageUnitAssembler"),

        // What several test targets need.
        .target(name: "CProgramLaunching", path: "Tests/CProgramLaunching"),
        .target(name: "TestSupport", dependencies: ["CProgramLaunching"], path: "Tests/TestSupport"),
        // Kernels and images with which tests compare back ends.
        .target(
            name: "KernelTestSupport",
            dependencies: ["Interpreter", "DeviceKernels", "ImageGraph", "KernelLanguage", "Pixels", "TestSupport"],
            path: "Tests/KernelTestSupport"),
        // Tests mirror Sources.
        .testTarget(name: "CFFITests", dependencies: ["CFFI"]),
        .testTarget(name: "UntrustedInputTests", dependencies: ["UntrustedInput", "TestSupport"]),
        .testTarget(name: "SystemResourcesTests", dependencies: ["SystemResources"]),
        .testTarget(name: "CacheFilesTests", dependencies: ["CacheFiles", "TestSupport"]),
        .testTarget(name: "ChildProcessesTests", dependencies: ["ChildProcesses"]),
        .testTarget(name: "DirectoryWatchingTests", dependencies: ["DirectoryWatching"]),
        .testTarget(name: "PixelsTests", dependencies: ["Pixels", "TestSupport"]),
        .testTarget(name: "FaceTrackingTests", dependencies: ["FaceTracking", "TestSupport"]),
        .testTarget(name: "MediaTimeTests", dependencies: ["MediaTime", "TestSupport"]),
        .testTarget(name: "PixelBuffersTests", dependencies: ["PixelBuffers", "Pixels", "TestSupport"]),
        .testTarget(name: "MediaSamplesTests", dependencies: ["MediaSamples", "MediaTime", "PixelBuffers", "Pixels"]),
        .testTarget(
            name: "KernelLanguageTests",
            dependencies: [
                "JIT", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels", "KernelTestSupport", "TestSupport",
            ],
            resources: [.copy("Cases")]),
        .testTarget(
            name: "KernelLanguageServerTests", dependencies: ["KernelLanguageServer", "KernelLanguage", "TestSupport"]),
        .testTarget(
            name: "InterpreterTests",
            dependencies: ["Interpreter", "KernelLanguage", "ImageGraph", "Pixels", "TestSupport"]),
        .testTarget(
            name: "DeviceKernelsTests",
            dependencies: ["DeviceKernels", "KernelLanguage", "ImageGraph", "Pixels", "KernelTestSupport"]),
        .testTarget(
            name: "ImageGraphTests",
            dependencies: ["ImageGraph", "JIT", "Interpreter", "KernelLanguage", "Pixels", "TestSupport"]),
        .testTarget(
            name: "JITTests",
            dependencies: [
                "CacheFiles", "JIT", "Interpreter", "ImageGraph", "DeviceKernels", "KernelLanguage", "Pixels",
                "KernelTestSupport", "TestSupport",
            ]),
        .testTarget(
            name: "SPIRVTests",
            dependencies: [
                "SPIRV", "DeviceKernels", "ImageGraph", "KernelLanguage", "Pixels", "KernelTestSupport", "TestSupport",
            ]),
        .testTarget(
            name: "CUDATests",
            dependencies: [
                "CacheFiles", "CUDA", "JIT", "Interpreter", "DeviceKernels", "ImageGraph", "KernelLanguage", "Pixels",
                "KernelTestSupport", "TestSupport",
            ]),
        .testTarget(
            name: "DevicesTests",
            dependencies: [
                "Devices", "DeviceKernels", "Rendering", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels",
                "CoreImage", "Gallery", "Sandboxing", "ChildProcesses", "KernelTestSupport", "TestSupport",
                "_Testing_CoreImage",
            ]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CoreImage", "CoreImageVideo", "Rendering", "JIT", "Interpreter", "ImageGraph", "KernelLanguage",
                "Pixels",
            ],
            path: "Tests/Benchmarks",
            exclude: [
                "bench.py", "peers.py", "charts.py", "filter_costs.py", "filter_table.py", "thumbnails.py",
                "workers.py", "video.py",
            ],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "RenderingTests",
            dependencies: [
                "Rendering", "DeviceKernels", "JIT", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels",
                "KernelTestSupport", "TestSupport",
            ] + vulkanModule),
        .testTarget(
            name: "ImageFilesTests",
            dependencies: [
                "HostileCases", "ImageFiles", "CVips", "CJPEGLibrary", "CPNGLibrary", "Pixels", "TestSupport",
            ]),
        .testTarget(
            name: "ImageUnitsTests", dependencies: ["ImageUnits", "CacheFiles", "KernelLanguage", "TestSupport"]),
        .testTarget(
            name: "UnitAuthoringTests",
            dependencies: ["UnitAuthoring", "ImageUnits", "KernelLanguage", "CArchive", "TestSupport"]),
        // Compiles units in C for tests.
        .target(name: "UnitCompiling", dependencies: ["TestSupport"], path: "Tests/UnitCompiling"),
        .testTarget(name: "UnitFunctionsTests", dependencies: ["UnitFunctions", "UnitCompiling", "Pixels"]),
        .testTarget(name: "ScratchFoldersTests", dependencies: ["ScratchFolders"]),
        // A worker that misbehaves on request.
        .executableTarget(
            name: "WorkerProbe", dependencies: ["UntrustedInput", "Sandboxing", "UnitProcesses"],
            path: "Tests/WorkerProbe"),
        .testTarget(
            name: "UnitProcessesTests",
            dependencies: ["UnitProcesses", "Sandboxing", "ChildProcesses", "WorkerProbe", "TestSupport"]),
        // A worker for video files that misbehaves on request.
        .executableTarget(
            name: "VideoWorkerProbe", dependencies: ["Sandboxing", "VideoExchange"], path: "Tests/VideoWorkerProbe"),
        // A client that counts what is left of readers and writers.
        .executableTarget(
            name: "VideoFilesProbe", dependencies: ["VideoFiles", "VideoExchange"], path: "Tests/VideoFilesProbe"),
        .testTarget(
            name: "VideoFilesTests",
            dependencies: [
                "VideoFiles", "VideoExchange", "Sandboxing", "ChildProcesses", "CSandbox", "VideoFilesProbe",
                "VideoWorkerProbe", "TestSupport",
            ] + videoProgram),
        // A client that counts what is left of exports, readers and writers.
        .executableTarget(
            name: "CoreImageVideoProbe", dependencies: ["CoreImageVideo"], path: "Tests/CoreImageVideoProbe",
            linkerSettings: exportSymbols),
        .testTarget(
            name: "CoreImageVideoTests",
            dependencies: [
                "CoreImageVideo", "CoreImageVideoProbe", "CoreImage", "CoreImageEssentials", "CV4L2", "PixelBuffers",
                "MediaTime", "MediaSamples", "VideoFiles", "VideoExchange", "ChildProcesses", "Pixels", "Gallery",
                "TestSupport", "_Testing_CoreImage",
            ] + videoProgram,
            linkerSettings: exportSymbols),
        // Readers of barcodes, to compare pictures of them with what they should say.
        .target(name: "BarcodeReading", dependencies: ["Barcodes"], path: "Tests/BarcodeReading"),
        .testTarget(name: "BarcodesTests", dependencies: ["Barcodes", "BarcodeReading", "CZint"]),
        .testTarget(name: "TypesettingTests", dependencies: ["Typesetting"]),
        .testTarget(
            name: "CoreImageTests",
            dependencies: [
                "CoreImage", "CoreImageEssentials", "BuiltInFilters", "Recipes", "Detection", "UnitHosting",
                "PixelBuffers", "HostileCases", "ImageUnits", "KernelLanguage", "Barcodes", "BarcodeReading",
                "UnitCompiling", "TestSupport", "_Testing_CoreImage",
            ],
            linkerSettings: exportSymbols, plugins: ["OracleCatalog"]),
        .testTarget(
            name: "FilterControlsTests",
            dependencies: [
                "CoreImage", "BuiltInFilters", "FilterControls", "BarcodeReading", "Pixels", "TestSupport",
                "_Testing_CoreImage",
            ],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "WorkbenchTests",
            dependencies: ["Workbench", "Gallery", "CoreImage", "TestSupport", "_Testing_CoreImage"],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "UnitValidationTests",
            dependencies: ["UnitValidation", "CoreImage", "ImageGraph", "Pixels", "_Testing_CoreImage"],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Command", "CommandOutput", "FilterChains", "PictureBatches", "PictureInformation", "Enhancement",
                "Anonymising", "Transitions", "Painting", "VideoEditing", "Gallery", "Pixels", "ImageFiles",
                "CoreImage", "UnitAuthoring", "WorkerProbe", "TestSupport", "VideoExchange", "VideoFiles",
                "_Testing_CoreImage",
            ] + videoProgram,
            linkerSettings: exportSymbols),
        .testTarget(
            name: "PictureWorkerTests",
            dependencies: [
                "PictureWorker", "Command", "CommandOutput", "PictureBatches", "ChildProcesses", "Sandboxing",
                "CSandbox",
                "UntrustedInput", "CoreImage", "TestSupport", "_Testing_CoreImage",
            ],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "PictureServiceTests",
            dependencies: [
                "PictureService", "PictureWorker", "ChildProcesses", "Sandboxing", "CoreImage", "TestSupport",
                "_Testing_CoreImage", .product(name: "Logging", package: "swift-log"),
            ],
            linkerSettings: exportSymbols),
        // Attacks by files, as a table that `make hostile` prints and as tests.
        .target(
            name: "HostileCases", dependencies: ["CoreImage", "ImageFiles", "Pixels", "TestSupport"],
            path: "Tests/Hostile/Cases"),
        .executableTarget(
            name: "Hostile", dependencies: ["HostileCases", "TestSupport"], path: "Tests/Hostile/Table",
            linkerSettings: exportSymbols),
        .testTarget(
            name: "HostileTests",
            dependencies: ["HostileCases", "Command", "VideoWorkerProbe", "TestSupport"] + videoProgram,
            path: "Tests/Hostile/Suites",
            linkerSettings: exportSymbols),
        // Mutates valid units, packages, recipes and kernels, for the fuzzers and the soak test.
        .target(name: "Mutators", dependencies: ["UntrustedInput"], path: "Tests/Fuzz/Mutators"),
        // The soak test, which renders valid and hostile inputs on many threads for a given time; see `make soak`.
        .target(name: "SoakLocks", path: "Tests/SoakLocks"),
        .executableTarget(
            name: "Soak",
            dependencies: [
                "CoreImage", "HostileCases", "Mutators", "SoakLocks", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Soak",
            exclude: ["Suppressions"], linkerSettings: exportSymbols),
        // Fuzz targets, one for each reader of untrusted bytes. Tests run them on the seeds, and `.make/fuzz` links
        // them to libFuzzer.
        .testTarget(
            name: "FuzzTests", dependencies: fuzzedModules + videoProgram, path: "Tests/Fuzz",
            exclude: ["Mutators", "Guided", "Corpus", "Regressions", "Dictionaries"],
            linkerSettings: exportSymbols),
    ] + detectionTargets + videoTargets + vulkanTargets + serviceTargets,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Coverage-guided fuzzing: all Swift modules except the code generators are optimised and count coverage.
if Context.environment["COREIMAGE_FUZZ"] == "1" {
    package.products.removeAll {
        [
            "coreimage", "coreimage-unit-worker", "coreimage-video-worker", "coreimage-serve",
            "coreimage-workbench", "CoreImageWorkbench", "ImageUnitBuilder", "ImageUnitAssembler",
        ].contains($0.name)
    }
    package.targets.removeAll { target in
        target.type == .test || target.name == "ImageUnitBuilder"
            || target.type == .executable && !target.name.hasSuffix("Generator")
    }
    let counting: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address", "-O"])]
    for target in package.targets where target.type == .regular && !["CVips", "CJPEG", "CPNG"].contains(target.name) {
        target.swiftSettings = counting
    }
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/Guided/CLibFuzzer"),
        .executableTarget(
            name: "Fuzz", dependencies: fuzzedModules + ["CLibFuzzer"], path: "Tests/Fuzz",
            exclude: ["Mutators", "Guided/CLibFuzzer", "Replay", "Corpus", "Regressions", "Dictionaries"],
            swiftSettings: counting,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ]
}

// Tests spend most of their time in these modules. Optimised, they need a fraction of it, check as much as before, and
// are still compiled in parts. The Makefile sets the variable for its debug builds. It isn't the default, because
// packages can't depend on a version whose targets have unsafe flags.
if Context.environment["COREIMAGE_OPTIMISED"] == "1", Context.environment["COREIMAGE_FUZZ"] != "1" {
    let optimised = [
        "UntrustedInput", "CacheFiles", "Pixels", "KernelLanguage", "KernelLanguageServer", "ImageGraph", "Interpreter",
        "DeviceKernels", "SPIRV", "Vulkan", "JIT", "CUDA", "Devices", "Rendering", "ImageFiles", "UnitProcesses",
        "CoreImageEssentials", "Recipes", "Detection", "CoreImage", "UnitAuthoring", "UnitValidation", "HostileCases",
        "TestSupport", "KernelTestSupport", "CoreImageVideo", "Workbench",
    ]
    for target in package.targets where optimised.contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-O"], .when(configuration: .debug))]
    }
}
