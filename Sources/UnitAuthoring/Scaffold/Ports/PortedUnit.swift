import Foundation
import ImageUnits
import UntrustedInput

/// The sources of a unit that is made from a kernel file, or from a bundle of another system.
package struct PortedUnit: WritableUnit, Sendable {
    /// The name of the unit.
    package let name: UnitName
    /// The contents of the files, by path in the unit's folder.
    package let files: [String: Data]
    /// Remarks for the user, each a line.
    package let remarks: [String]

    /// The contents of the files, by path in the unit's folder.
    package var contents: [String: Data] { files }

    /// Returns the files that don't depend on kernels: Makefile, Info.plist and, for Swift, the package, the loader and
    /// the classes.
    static func projectFiles(of scaffold: UnitScaffold, classes: [PortedFilter]) -> [String: String] {
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
        if let text = unwritable(list) {
            throw .bundle(
                path,
                problems: [
                    "Description.plist: '\(printable(text))' has a control character, which a list in XML can't hold; remove it"
                ])
        }
        do {
            return try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        } catch {
            throw .bundle(path, problems: ["Description.plist can't be written again: \(error.localizedDescription)"])
        }
    }

    /// Returns a key or string with a character that XML can't hold (XML 1.0, 2.2); nil if there is none. Foundation
    /// writes such characters as they are, and can't read the list again.
    private static func unwritable(_ value: Any) -> String? {
        switch value {
        case let text as String: return text.unicodeScalars.allSatisfy(isInXML) ? nil : text
        case let elements as [Any]: return elements.lazy.compactMap(unwritable).first
        case let entries as [String: Any]:
            return entries.sorted { $0.key < $1.key }.lazy.compactMap { unwritable($0.key) ?? unwritable($0.value) }
                .first
        default: return nil
        }
    }

    private static func isInXML(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
