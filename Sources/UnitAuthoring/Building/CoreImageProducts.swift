import Foundation
import UntrustedInput

/// A folder of built or installed Core Image products, and the compiler flags for using them.
package struct CoreImageProducts: Sendable {
    /// The folder of the programs: the built products, such as `.build/debug`, or an installation's `bin`.
    package let folder: URL

    /// Creates a value for the products in a folder.
    package init(folder: URL) { self.folder = folder }

    /// Returns the folder in `$COREIMAGE_PRODUCTS`, otherwise the folder of the running program.
    package static func standard(environment: [String: String] = ProcessInfo.processInfo.environment)
        -> CoreImageProducts
    {
        if let named = environment["COREIMAGE_PRODUCTS"], !named.isEmpty {
            return CoreImageProducts(folder: PathText(named).fileURL(isDirectory: true))
        }
        let command = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
        return CoreImageProducts(folder: URL(fileURLWithPath: command).deletingLastPathComponent())
    }

    /// The package folder of Core Image, searched upwards from the products; nil if they are elsewhere.
    package var package: URL? {
        var place = folder.resolvingSymlinksInPath().standardizedFileURL
        while place.path != "/" {
            let source = place.appendingPathComponent("Sources/CoreImage")
            if FileManager.default.fileExists(atPath: source.path) { return place }
            place.deleteLastPathComponent()
        }
        return nil
    }

    /// The files for compilers that `make install` puts beside the programs: `lib/coreimage` with `Modules` and `C`;
    /// nil for built products.
    var installation: URL? {
        let folder = folder.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(
            "lib/coreimage")
        let module = folder.appendingPathComponent("Modules/CoreImage.swiftmodule")
        return FileManager.default.fileExists(atPath: module.path) ? folder : nil
    }

    /// The folder of the Swift modules, and the folder that contains the folders of the C modules; nil if either is
    /// missing.
    private var modules: (swift: URL, c: URL)? {
        if let installation {
            return (installation.appendingPathComponent("Modules"), installation.appendingPathComponent("C"))
        }
        let modules = folder.appendingPathComponent("Modules")
        let module = modules.appendingPathComponent("CoreImage.swiftmodule")
        guard FileManager.default.fileExists(atPath: module.path), let package else { return nil }
        return (modules, package.appendingPathComponent("Sources"))
    }

    /// Returns the flags for `swiftc` to compile sources that import `CoreImage`. The version of the language is for
    /// the
    /// caller to choose.
    ///
    /// - Throws: `AuthoringError.missingModules`.
    package func swiftFlags() throws(AuthoringError) -> [String] {
        guard let modules else { throw .missingModules(folder.path) }
        // CoreImage's interface refers to C modules, which the compiler finds through these module maps.
        let maps = Self.folders(in: modules.c, prefix: "C", suffix: "").flatMap {
            [$0.appendingPathComponent("module.modulemap"), $0.appendingPathComponent("include/module.modulemap")]
        }
        // SwiftPM builds what its plugins need a second time in these folders, with the same modules.
        let generated = Self.folders(in: folder, prefix: "C", suffix: ".build")
            .filter { !$0.lastPathComponent.hasSuffix("-tool.build") }
            .map { $0.appendingPathComponent("module.modulemap") }
        return ["-I", modules.swift.path]
            + (maps + generated).filter { FileManager.default.fileExists(atPath: $0.path) }
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
            + Self.libraryFlags.flatMap { ["-Xcc", $0] }
    }

    /// The library that clients link.
    package var library: URL {
        let place = installation?.deletingLastPathComponent() ?? folder
        return place.appendingPathComponent("libCoreImage.so")
    }

    /// Returns the flags for `swiftc` to compile and link a program that uses Core Image, and for the program to find
    /// the library at run time.
    ///
    /// - Throws: `AuthoringError.missingModules`.
    package func clientFlags() throws(AuthoringError) -> [String] {
        let folder = library.deletingLastPathComponent().path
        return try swiftFlags() + ["-L", folder, "-lCoreImage", "-Xlinker", "-rpath", "-Xlinker", folder]
    }

    /// The flags for a C compiler to find `coreimage_unit.h` if it isn't installed.
    var cFlags: [String] {
        let headers =
            installation?.appendingPathComponent("C/CImageUnit/include").path
            ?? package?.appendingPathComponent("Sources/CImageUnit/include").path ?? ""
        return FileManager.default.fileExists(atPath: headers) ? ["-I", headers] : []
    }

    /// The include flags from pkg-config. If it doesn't know all libraries, the compiler's default folders are used.
    private static let libraryFlags: [String] = {
        let libraries = ["lcms2", "glib-2.0", "pangocairo", "libexif", "OpenEXR"]
        guard let program = try? CompilerProgram.find("pkg-config", package: "pkg-config") else { return [] }
        let outcome = try? CompilerRun().run(program, ["--cflags-only-I"] + libraries)
        return outcome?.code == 0 ? outcome?.text.split(whereSeparator: \.isWhitespace).map(String.init) ?? [] : []
    }()

    private static func folders(in parent: URL, prefix: String, suffix: String) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        return names.sorted().filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
            .map { parent.appendingPathComponent($0) }
    }
}
