import Foundation

/// A folder that SwiftPM built Core Image in, and how compilers find what they need there.
public struct CoreImageProducts: Sendable {
    /// The folder with the built products, such as `.build/debug`.
    public let folder: URL

    /// The products in a folder.
    public init(folder: URL) { self.folder = folder }

    /// The folder that `$COREIMAGE_PRODUCTS` names, else the one of the running command.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment)
        -> CoreImageProducts
    {
        if let named = environment["COREIMAGE_PRODUCTS"], !named.isEmpty {
            return CoreImageProducts(folder: URL(fileURLWithPath: named, isDirectory: true))
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

    /// What `swiftc` is told, for a source that imports `CoreImage` to compile.
    ///
    /// - Throws: `AuthoringError.missingModules`.
    public func swiftFlags() throws(AuthoringError) -> [String] {
        let modules = folder.appendingPathComponent("Modules")
        guard FileManager.default.fileExists(atPath: modules.appendingPathComponent("CoreImage.swiftmodule").path),
            let package
        else { throw .missingModules(folder.path) }
        // The modules that CoreImage's interface mentions are found through the module maps of the C libraries.
        let maps = Self.folders(in: package.appendingPathComponent("Sources"), prefix: "C", suffix: "").flatMap {
            [$0.appendingPathComponent("module.modulemap"), $0.appendingPathComponent("include/module.modulemap")]
        }
        // What plugins need is built once more beside the rest, with the same modules.
        let generated = Self.folders(in: folder, prefix: "C", suffix: ".build")
            .filter { !$0.lastPathComponent.hasSuffix("-tool.build") }
            .map { $0.appendingPathComponent("module.modulemap") }
        return ["-I", modules.path, "-swift-version", "6"]
            + (maps + generated).filter { FileManager.default.fileExists(atPath: $0.path) }
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
            + Self.libraryFlags.flatMap { ["-Xcc", $0] }
    }

    /// What a C compiler is told, for `coreimage_unit.h` to be found where it isn't installed.
    var cFlags: [String] {
        let headers = package?.appendingPathComponent("Sources/CImageUnit/include").path ?? ""
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
