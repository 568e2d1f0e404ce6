import Foundation
import ImageUnits
import UntrustedInput

/// The sources of a unit that is made from a kernel's file or from a bundle of another system.
public struct PortedUnit: Sendable {
    /// Name of the unit.
    public let name: UnitName
    /// The files by their paths in the unit's folder.
    public let files: [String: Data]
    /// What a person must know or do, in lines.
    public let remarks: [String]

    /// Writes the files into a new folder, `NAME` in `parent`: all of them or none.
    ///
    /// - Returns: The folder.
    /// - Throws: `AuthoringError`, when the folder exists too.
    public func write(into parent: URL) throws(AuthoringError) -> URL {
        try UnitScaffold.write(files, named: name, into: parent)
    }

    /// What stands around the filters: Makefile, loader, package.
    static func surroundings(of scaffold: UnitScaffold, classes: [PortedFilter]) -> [String: String] {
        var files = [
            "Makefile": scaffold.makefile, ".gitignore": "build/\n.build/\n",
            scaffold.partsFolder + "Info.plist": scaffold.infoList,
        ]
        guard scaffold.kind == .swift else { return files }
        files["Package.swift"] = scaffold.packageManifest
        let sources = "Sources/\(scaffold.name)/"
        files[sources + "\(scaffold.name)Loader.swift"] = scaffold.loaderClass(for: classes.map(\.className))
        for filter in classes { files[sources + "\(filter.className).swift"] = filter.swiftClass }
        return files
    }

    /// Texts as the bytes of files.
    static func data(_ texts: [String: String]) -> [String: Data] { texts.mapValues { Data($0.utf8) } }

    /// A property list as XML.
    ///
    /// - Throws: `PortingError.bundle`, for values that a list can't have.
    static func data(list: Any, of path: String) throws(PortingError) -> Data {
        do {
            return try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        } catch {
            throw .bundle(path, problems: ["Description.plist can't be written again: \(error.localizedDescription)"])
        }
    }
}
