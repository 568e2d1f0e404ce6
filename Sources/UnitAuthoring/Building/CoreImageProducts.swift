import Foundation
import UntrustedInput

/// A folder that SwiftPM built Core Image in, or where it was installed, and how compilers find what they need there.
public struct CoreImageProducts: Sendable {
    /// The folder with the programs: the built products, such as `.build/debug`, or an installation's `bin`.
    public let folder: URL

    /// The products in a folder.
    public init(folder: URL) { self.folder = folder }

    /// The folder that `$COREIMAGE_PRODUCTS` names, else the one of the running command.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment)
        -> CoreImageProducts
    {
        if let named = environment["COREIMAGE_PRODUCTS"], !named.isEmpty {
            return CoreImageProducts(folder: PathText(named).fileURL(isDirectory: true))
        }
        let command = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
        return CoreImageProducts(folder: URL(fileURLWithPath: command).deletingLastPathComponent())
    }

    /// The sources of Core Image, found above the products; nil when they are elsewhere.
    public var package: URL? {
        var place = folder.resolvingSymlinksInPath().standardizedFileURL
        while place.path != "/" {
            let source = place.appendingPathComponent("Sources/CoreImage")
            if FileManager.default.fileExists(atPath: source.path) { return place }
            place.deleteLastPathComponent()
        }
        return nil
    }

    /// What `make install` put beside the programs for compilers: `lib/coreimage` with `Modules` and `C`; nil for built products.
    var installation: URL? {
        let folder = folder.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(
            "lib/coreimage")
        let module = folder.appendingPathComponent("Modules/CoreImage.swiftmodule")
        return FileManager.default.fileExists(atPath: module.path) ? folder : nil
    }

    /// The folder of Swift modules, and the folder whose folders hold the C modules; nil where either is missing.
    private var modules: (swift: URL, c: URL)? {
        if let installation {
            return (installation.appendingPathComponent("Modules"), installation.appendingPathComponent("C"))
        }
        let modules = folder.appendingPathComponent("Modules")
        let module = modules.appendingPathComponent("CoreImage.swiftmodule")
        guard FileManager.default.fileExists(atPath: module.path), let package else { return nil }
        return (modules, package.appendingPathComponent("Sources"))
    }

    /// What `swiftc` is told, for a source that imports `CoreImage` to compile.
    ///
    /// - Throws: `AuthoringError.missingModules`.
    public func swiftFlags() throws(AuthoringError) -> [String] {
        guard let modules else { throw .missingModules(folder.path) }
        // The modules that CoreImage's interface mentions are found through the module maps of the C libraries.
        let maps = Self.folders(in: modules.c, prefix: "C", suffix: "").flatMap {
            [$0.appendingPathComponent("module.modulemap"), $0.appendingPathComponent("include/module.modulemap")]
        }
        // What plugins need is built once more beside the rest, with the same modules.
        let generated = Self.folders(in: folder, prefix: "C", suffix: ".build")
            .filter { !$0.lastPathComponent.hasSuffix("-tool.build") }
            .map { $0.appendingPathComponent("module.modulemap") }
        return ["-I", modules.swift.path, "-swift-version", "6"]
            + (maps + generated).filter { FileManager.default.fileExists(atPath: $0.path) }
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
            + Self.libraryFlags.flatMap { ["-Xcc", $0] }
    }

    /// The library that clients link.
    public var library: URL {
        let place = installation?.deletingLastPathComponent() ?? folder
        return place.appendingPathComponent("libCoreImage.so")
    }

    /// What `swiftc` is told, for a program that uses Core Image to be compiled, linked, and to find the library when
    /// it runs.
    ///
    /// - Throws: `AuthoringError.missingModules`.
    public func clientFlags() throws(AuthoringError) -> [String] {
        let folder = library.deletingLastPathComponent().path
        return try swiftFlags() + ["-L", folder, "-lCoreImage", "-Xlinker", "-rpath", "-Xlinker", folder]
    }

    /// What a C compiler is told, for `coreimage_unit.h` to be found where it isn't installed.
    var cFlags: [String] {
        let headers =
            installation?.appendingPathComponent("C/CImageUnit/include").path
            ?? package?.appendingPathComponent("Sources/CImageUnit/include").path ?? ""
        return FileManager.default.fileExists(atPath: headers) ? ["-I", headers] : []
    }

    /// Folders of headers that pkg-config knows; a library that it doesn't know is looked for where all others are.
    private static let libraryFlags: [String] = {
        let libraries = ["lcms2", "vips", "libexif", "OpenEXR"]
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
