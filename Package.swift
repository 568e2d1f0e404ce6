// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Executables inside this package link `CoreImage` statically, so they must export its symbols for image units to bind to.
let exportSymbols: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]

// The engines of the detectors are built where the headers of OpenCV and ZXing are. Everything else is built in any case, and making a
// detector says what to install. They aren't found through pkg-config, as only the package of all of OpenCV has a file for it.
let openCVHeaders = ["/usr/include/opencv4", "/usr/local/include/opencv4"]
    .first { FileManager.default.fileExists(atPath: $0 + "/opencv2/objdetect.hpp") }
let hasZXing = ["/usr/include", "/usr/local/include"]
    .contains { FileManager.default.fileExists(atPath: $0 + "/ZXing/ReadBarcode.h") }
let detectionTargets: [Target] =
    openCVHeaders.flatMap { headers in
        guard hasZXing else { return nil }
        return [
            .target(
                name: "DetectionEngines",
                cxxSettings: [.unsafeFlags(["-I" + headers, "-O2"])],
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
        // For image units written against a plain C interface, whose functions have the signature that their inputs give them.
        .systemLibrary(name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        // What the library of the detectors' engines offers; nothing of it is linked.
        .systemLibrary(name: "CDetection"),
        // Makes `import CoreImage.CIFilterBuiltins` work in clients.
        .systemLibrary(name: "CIFilterBuiltins"),

        // The system, each target on top of those above it.
        .target(name: "Pixels", dependencies: ["CLCMS"]),
        .target(name: "KernelLanguage", dependencies: ["Pixels"]),
        .target(name: "ImageGraph", dependencies: ["Pixels", "KernelLanguage"]),
        .target(name: "Interpreter", dependencies: ["Pixels", "KernelLanguage", "ImageGraph"]),
        .target(name: "JIT", dependencies: ["Pixels", "KernelLanguage", "ImageGraph", "Interpreter"]),
        .target(
            name: "Rendering",
            dependencies: [
                "Pixels", "KernelLanguage", "ImageGraph", "Interpreter", "JIT",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(name: "ImageFiles", dependencies: ["Pixels", "CVips", "CExif", "COpenEXR"]),
        .target(name: "ImageUnits", dependencies: ["KernelLanguage"]),
        .target(name: "Barcodes", dependencies: ["CZint"]),
        .target(name: "Typesetting", dependencies: ["CPango"]),
        .target(
            name: "CoreImage",
            dependencies: [
                "Pixels", "KernelLanguage", "ImageGraph", "Interpreter", "JIT", "Rendering", "ImageFiles", "ImageUnits",
                "Barcodes", "Typesetting", "CDetection", "CIFilterBuiltins",
                .product(name: "Logging", package: "swift-log"),
            ],
            plugins: ["FilterCatalog", "InterfaceHash"]),
        // Wanted by any file that imports both `Testing` and `CoreImage`.
        .target(name: "_Testing_CoreImage", dependencies: ["CoreImage"]),
        .executableTarget(
            name: "coreimage",
            dependencies: [
                "CoreImage", "ImageFiles", "KernelLanguage",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            linkerSettings: exportSymbols),

        // Generated code: the list of built-in filters, and a hash that image units are stamped with.
        .plugin(name: "FilterCatalog", capability: .buildTool(), dependencies: ["FilterCatalogGenerator"]),
        .executableTarget(name: "FilterCatalogGenerator", path: "Plugins/FilterCatalogGenerator"),
        .plugin(name: "InterfaceHash", capability: .buildTool(), dependencies: ["InterfaceHashGenerator"]),
        .executableTarget(name: "InterfaceHashGenerator", path: "Plugins/InterfaceHashGenerator"),

        // Tests mirror Sources.
        .testTarget(name: "CFFITests", dependencies: ["CFFI"]),
        .testTarget(name: "PixelsTests", dependencies: ["Pixels"]),
        .testTarget(name: "KernelLanguageTests", dependencies: ["KernelLanguage"], resources: [.copy("Cases")]),
        .testTarget(name: "InterpreterTests", dependencies: ["Interpreter", "KernelLanguage", "ImageGraph", "Pixels"]),
        .testTarget(
            name: "ImageGraphTests", dependencies: ["ImageGraph", "JIT", "Interpreter", "KernelLanguage", "Pixels"]),
        .testTarget(name: "JITTests", dependencies: ["JIT", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["CoreImage", "Rendering", "JIT", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels"],
            path: "Tests/Benchmarks",
            exclude: ["bench.py", "peers.py", "charts.py", "filter_costs.py", "filter_table.py"]),
        .testTarget(
            name: "RenderingTests",
            dependencies: ["Rendering", "JIT", "Interpreter", "ImageGraph", "KernelLanguage", "Pixels"]),
        .testTarget(name: "ImageFilesTests", dependencies: ["ImageFiles", "Pixels"]),
        .testTarget(name: "ImageUnitsTests", dependencies: ["ImageUnits", "KernelLanguage"]),
        // Readers of barcodes, to compare pictures of them with what they should say.
        .target(name: "BarcodeReading", dependencies: ["Barcodes"], path: "Tests/BarcodeReading"),
        .testTarget(name: "BarcodesTests", dependencies: ["Barcodes", "BarcodeReading", "CZint"]),
        .testTarget(name: "TypesettingTests", dependencies: ["Typesetting"]),
        .testTarget(
            name: "CoreImageTests", dependencies: ["CoreImage", "Barcodes", "BarcodeReading", "_Testing_CoreImage"],
            linkerSettings: exportSymbols),
        .testTarget(
            name: "CommandTests", dependencies: ["coreimage", "CoreImage", "_Testing_CoreImage"],
            linkerSettings: exportSymbols),
    ] + detectionTargets,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
