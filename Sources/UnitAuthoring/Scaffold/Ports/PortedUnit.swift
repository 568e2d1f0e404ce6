import Foundation
import ImageUnits
import UntrustedInput

/// The sources of a unit that is made from a kernel file, or from a bundle of another system.
public struct PortedUnit: Sendable {
    /// The name of the unit.
    public let name: UnitName
    /// The contents of the files, by path in the unit's folder.
    public let files: [String: Data]
    /// Remarks for the user, each a line.
    public let remarks: [String]

    /// Writes the files into a new folder, `NAME` in `parent`. If this fails, no folder is left.
    ///
    /// - Returns: The folder.
    /// - Throws: `AuthoringError`, also if the folder exists already.
    public func write(into parent: URL) throws(AuthoringError) -> URL {
        try UnitScaffold.write(files, named: name, into: parent)
    }

    /// Returns the files that don't depend on kernels: Makefile, Info.plist and, for Swift, the package, the loader and
    /// the classes.
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

    /// Converts texts to the contents of files.
    static func data(_ texts: [String: String]) -> [String: Data] { texts.mapValues { Data($0.utf8) } }

    /// Returns a property list as XML.
    ///
    /// - Throws: `PortingError.bundle`, if a value is invalid in a property list.
    static func data(list: Any, of path: String) throws(PortingError) -> Data {
        do {
            return try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        } catch {
            throw .bundle(path, problems: ["Description.plist can't be written again: \(error.localizedDescription)"])
        }
    }
}
