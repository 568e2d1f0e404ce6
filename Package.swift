// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Executables of this package link `CoreImage` statically, so they must export its symbols for image units. SwiftPM
// refuses unsafe flags in products that other packages use by version, so the command is the only such product.
let exportSymbols: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]

// What the fuzzers call.
let fuzzedModules: [Target.Dependency] = [
    "coreimage", "CoreImage", "ImageFiles", "ImageGraph", "ImageUnits", "Interpreter", "JIT", "KernelLanguage",
    "Pixels", "UnitAuthoring", "UnitProcesses", "CSandbox", "Mutators",
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

let package = Package(
    name: "CoreImage",
    products: [
        .library(name: "CoreImage", type: .dynamic, targets: ["CoreImage", "_Testing_CoreImage"]),
        .executable(name: "coreimage", targets: ["coreimage"]),
        .executable(name: "coreimage-unit-worker", targets: ["coreimage-unit-worker"]),
        .plugin(name: "ImageUnitBuilder", targets: ["ImageUnitBuilder"]),
    ] + detectionProducts,
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        // C libraries: module maps and the thinnest shims.
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CVipsLibrary", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(name: "COpenEXR", providers: [.apt(["libopenexr-dev"])]),
        .target(name: "CVips", dependencies: ["CVipsLibrary"]),
        // libffi calls functions of image units in C, whose signatures depend on the inputs of their filters.
        .systemLibrary(name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        // The C interface of image units: a header that authors include and the host imports.
        .target(name: "CImageUnit"),
        // The seccomp filter for processes that run code of image units.
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .target(name: "CSandbox"),
        .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        // For SHA-256 fingerprints of image units. libvips and Pango depend on GLib, so it is always installed.
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        // Packages of image units are zip files.
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CLinux"),
        // Declarations of the library of the detection engines, which isn't linked but opened at run time.
        .systemLibrary(name: "CDetection"),
        // Makes `import CoreImage.CIFilterBuiltins` work in clients.
        .systemLibrary(name: "CIFilterBuiltins"),

        // The system. A target may depend only on targets above it.
        // Validation of untrusted input: paths, property lists, JSON, XML and text for terminals.
        .target(name: "UntrustedInput"),
        // Memory limits of this process, from the system and control groups.
        .target(name: "SystemResources", dependencies: ["UntrustedInput"]),
        .target(name: "CacheFiles", dependencies: ["UntrustedInput"]),
        .target(name: "Pixels", dependencies: ["CLCMS"]),
        .target(name: "KernelLanguage"),
        .target(name: "ImageGraph", dependencies: ["Pixels", "KernelLanguage"]),
        .target(name: "Interpreter", dependencies: ["Pixels", "KernelLanguage", "ImageGraph"]),
        .target(name: "JIT", dependencies: ["CacheFiles", "Pixels", "KernelLanguage", "ImageGraph", "Interpreter"]),
        .target(
            name: "Rendering",
            dependencies: [
                "SystemResources", "Pixels", "KernelLanguage", "ImageGraph",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "ImageFiles", dependencies: ["UntrustedInput", "Pixels", "CVips", "CExif", "COpenEXR", "CLinux"]),
        .target(name: "ImageUnits", dependencies: ["UntrustedInput", "CacheFiles", "CGLib", "KernelLanguage"]),
        // Scaffolds, builds, watches, packs and installs image units.
        .target(
            name: "UnitAuthoring",
            dependencies: ["UntrustedInput", "ImageUnits", "KernelLanguage", "CImageUnit", "CArchive", "CLinux"]),
        // Calls functions of units that are written against the C interface.
        .target(name: "UnitFunctions", dependencies: ["CFFI", "CImageUnit", "KernelLanguage", "Pixels"]),
        .target(
            name: "UnitProcesses",
            dependencies: ["UntrustedInput", "SystemResources", "CSandbox", "CSeccomp", "KernelLanguage"]),
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
                "CLinkedParts", "CIFilterBuiltins", "Pixels", "KernelLanguage", "ImageGraph", "Rendering", "ImageFiles",
                "UnitProcesses", .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "BuiltInFilters",
            dependencies: [
                "CoreImageEssentials", "Pixels", "KernelLanguage", "ImageGraph", "Barcodes", "Typesetting",
            ],
            plugins: ["FilterCatalog"]),
        // Images as text and bytes: CIRecipe.
        .target(
            name: "Recipes",
            dependencies: [
                "CoreImageEssentials", "UntrustedInput", "Pixels", "KernelLanguage", "ImageGraph", "Rendering",
                "ImageFiles",
            ]),
        // CIDetector.
        .target(
            name: "Detection",
            dependencies: [
                "CoreImageEssentials", "CDetection", "SystemResources", "Pixels", "KernelLanguage", "Rendering",
                "Barcodes",
            ]),
        // CIPlugIn: finds, loads and runs image units.
        .target(
            name: "UnitHosting",
            dependencies: [
                "CoreImageEssentials", "Recipes", "InterfaceStamp", "UntrustedInput", "SystemResources", "Pixels",
                "KernelLanguage", "ImageGraph", "ImageUnits", "UnitProcesses", "UnitFunctions",
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The module that clients import.
        .target(
            name: "CoreImage",
            dependencies: [
                "CoreImageEssentials", "BuiltInFilters", "Recipes", "Detection", "UnitHosting", "CIFilterBuiltins",
                "SystemResources", "UnitProcesses", "Pixels", "ImageGraph", "JIT", "Rendering", "ImageFiles",
            ]),
        // The cross-import overlay that files importing both `Testing` and `CoreImage` need.
        .target(name: "_Testing_CoreImage", dependencies: ["CoreImage"]),
        .target(
            name: "UnitValidation",
            dependencies: [
                "UntrustedInput", "SystemResources", "CoreImage", "ImageUnits", "ImageGraph", "Interpreter", "JIT",
                "KernelLanguage", "Pixels", "Rendering", "UnitProcesses",
            ]),
        .executableTarget(
            name: "coreimage",
            dependencies: [
                "UntrustedInput", "SystemResources", "Pixels", "Rendering", "CoreImage", "KernelLanguage", "ImageFiles",
                "ImageUnits", "UnitAuthoring", "UnitValidation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            linkerSettings: exportSymbols),
        // Runs one executable unit for a host, which starts it. It opens `libCoreImage.so` at run time, so that units
        // bind to that.
        .executableTarget(name: "coreimage-unit-worker"),

        // Generated code: the list of built-in filters, and the hash for stamps of image units.
        .plugin(name: "FilterCatalog", capability: .buildTool(), dependencies: ["FilterCatalogGenerator"]),
        .executableTarget(name: "FilterCatalogGenerator", path: "Plugins/FilterCatalogGenerator"),
        .plugin(name: "InterfaceHash", capability: .buildTool(), dependencies: ["InterfaceHashGenerator"]),
        .executableTarget(name: "InterfaceHashGenerator", path: "Plugins/InterfaceHashGenerator"),

        // The plugin that builds image units in other packages: `swift package build-image-unit`.
        .plugin(
            name: "ImageUnitBuilder",
            capability: .command(
                intent: .custom(
                    verb: "build-image-unit", description: "Build the package's image units as .plugin bundles.")),
            dependencies: ["ImageUnitAssembler"]),
        .executableTarget(
            name: "ImageUnitAssembler", dependencies: ["UnitAuthoring", "ImageUnits", "InterfaceStamp"],
            path: "Plugins/ImageUnitAssembler"),

        // Tests mirror Sources.
        .testTarget(name: "CFFITests", dependencies: ["CFFI"]),
        .testTarget(name: "UntrustedInputTests", dependencies: ["UntrustedInput"]),
        .testTarget(name: "SystemResourcesTests", dependencies: ["SystemResources"]),
        .testTarget(name: "CacheFilesTests", dependencies: ["CacheFiles"]),
        .testTarget(name: "PixelsTests", dependencies: ["Pixels"]),
        .testTarget(name: "KernelLanguageTests", dependencies: ["KernelLanguage"], resources: [.copy("Cases")]),
        .testTarget(name: "InterpreterTests", dependencies: ["Interpreter", "KernelLanguage", "ImageGraph", "Pixels"]),
        .testTarget(
            name: "ImageGraphTests", dependencies: ["ImageGraph", "JIT", "Interpreter", "KernelLanguage", "Pixels"]),
        .testTarget(
            name: "JITTests",
            dependencies: ["CacheFiles", "JIT", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["CoreImage", "Rendering", "JIT", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels"],
            path: "Tests/Benchmarks",
            exclude: ["bench.py", "peers.py", "charts.py", "filter_costs.py", "filter_table.py"],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "RenderingTests",
            dependencies: ["Rendering", "JIT", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels"]),
        .testTarget(name: "ImageFilesTests", dependencies: ["HostileCases", "ImageFiles", "Pixels"]),
        .testTarget(name: "ImageUnitsTests", dependencies: ["ImageUnits", "CacheFiles", "KernelLanguage"]),
        .testTarget(
            name: "UnitAuthoringTests", dependencies: ["UnitAuthoring", "ImageUnits", "KernelLanguage", "CArchive"]),
        // Compiles units in C for tests.
        .target(name: "UnitCompiling", path: "Tests/UnitCompiling"),
        .testTarget(name: "UnitFunctionsTests", dependencies: ["UnitFunctions", "UnitCompiling", "Pixels"]),
        // A worker that misbehaves on request.
        .executableTarget(
            name: "WorkerProbe", dependencies: ["UntrustedInput", "UnitProcesses"], path: "Tests/WorkerProbe"),
        .testTarget(name: "UnitProcessesTests", dependencies: ["UnitProcesses", "WorkerProbe"]),
        // Readers of barcodes, to compare pictures of them with what they should say.
        .target(name: "BarcodeReading", dependencies: ["Barcodes"], path: "Tests/BarcodeReading"),
        .testTarget(name: "BarcodesTests", dependencies: ["Barcodes", "BarcodeReading", "CZint"]),
        .testTarget(name: "TypesettingTests", dependencies: ["Typesetting"]),
        .testTarget(
            name: "CoreImageTests",
            dependencies: [
                "CoreImage", "CoreImageEssentials", "BuiltInFilters", "Recipes", "Detection", "UnitHosting",
                "HostileCases", "ImageUnits", "Barcodes", "BarcodeReading", "UnitCompiling",
                "_Testing_CoreImage",
            ],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "UnitValidationTests",
            dependencies: ["UnitValidation", "CoreImage", "ImageGraph", "Pixels", "_Testing_CoreImage"],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "CommandTests",
            dependencies: ["coreimage", "CoreImage", "UnitAuthoring", "WorkerProbe", "_Testing_CoreImage"],
            linkerSettings: exportSymbols),
        // Attacks by files, as a table that `make hostile` prints and as tests.
        .target(
            name: "HostileCases", dependencies: ["CoreImage", "ImageFiles", "Pixels"], path: "Tests/Hostile/Cases"),
        .executableTarget(
            name: "Hostile", dependencies: ["HostileCases"], path: "Tests/Hostile/Table",
            linkerSettings: exportSymbols),
        .testTarget(
            name: "HostileTests", dependencies: ["HostileCases", "coreimage"], path: "Tests/Hostile/Suites",
            linkerSettings: exportSymbols),
        // Mutates valid units, packages, recipes and kernels, for the fuzzers and the soak test.
        .target(name: "Mutators", dependencies: ["UntrustedInput"], path: "Tests/Fuzz/Mutators"),
        // The soak test, which renders valid and hostile inputs on many threads for a given time; see `make soak`.
        .target(name: "SoakLocks", path: "Tests/SoakLocks"),
        .executableTarget(
            name: "Soak",
            dependencies: [
                "CoreImage", "HostileCases", "Mutators", "SoakLocks", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Soak",
            exclude: ["Suppressions"], linkerSettings: exportSymbols),
        // Fuzz targets, one for each reader of untrusted bytes. Tests run them on the seeds, and `.make/fuzz` links
        // them to libFuzzer.
        .testTarget(
            name: "FuzzTests", dependencies: fuzzedModules, path: "Tests/Fuzz",
            exclude: ["Mutators", "Guided", "Corpus", "Regressions", "Dictionaries"],
            linkerSettings: exportSymbols),
    ] + detectionTargets,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Coverage-guided fuzzing: all Swift modules except the code generators are optimised and count coverage. The command
// is a library here, so that fuzz targets can call it.
if Context.environment["COREIMAGE_FUZZ"] == "1" {
    package.products.removeAll { ["coreimage", "coreimage-unit-worker", "ImageUnitBuilder"].contains($0.name) }
    package.targets.removeAll { target in
        target.type == .test || target.name == "ImageUnitBuilder"
            || target.type == .executable && !target.name.hasSuffix("Generator")
    }
    let counting: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address", "-O"])]
    for target in package.targets where target.type == .regular && target.name != "CVips" {
        target.swiftSettings = counting
    }
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/Guided/CLibFuzzer"),
        .target(
            name: "coreimage",
            dependencies: [
                "UntrustedInput", "Pixels", "Rendering", "CoreImage", "ImageFiles", "ImageUnits", "KernelLanguage",
                "UnitAuthoring", "UnitValidation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], exclude: ["CoreImageCommand.swift"], swiftSettings: counting),
        .executableTarget(
            name: "Fuzz", dependencies: fuzzedModules + ["CLibFuzzer"], path: "Tests/Fuzz",
            exclude: ["Mutators", "Guided/CLibFuzzer", "Replay", "Corpus", "Regressions", "Dictionaries"],
            swiftSettings: counting,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ]
}
