import Foundation

/// The sources of a new unit: a small filter that works, with everything a unit needs around it.
package struct UnitScaffold: WritableUnit, Sendable {
    /// The name of the unit and of its filter.
    package let name: UnitName
    /// `CFBundleIdentifier`.
    package let identifier: BundleIdentifier
    /// The form of the filter.
    package let kind: UnitKind
    /// The path or URL of the Core Image package, on which a Swift unit's package depends; nil leaves `Package.swift`
    /// out.
    let corePackage: String?
    /// `CFBundleShortVersionString`.
    var version = "1.0"

    /// Creates a scaffold.
    ///
    /// - Parameter corePackage: A path, or a URL with `://` in it; nil if there is none. Only Swift units use it.
    package init(name: UnitName, identifier: BundleIdentifier, kind: UnitKind, corePackage: String?) {
        (self.name, self.identifier, self.kind, self.corePackage) = (name, identifier, kind, corePackage)
    }

    /// The contents of the files, by path in the unit's folder.
    package var files: [String: String] {
        var files = [
            "Makefile": makefile, "README.md": readMe, ".gitignore": "build/\n.build/\n",
            partsFolder + "Info.plist": infoList,
            resources + "Description.plist": descriptionList,
            resources + "en.lproj/Description.strings": englishStrings,
            resources + "de.lproj/Description.strings": germanStrings,
        ]
        switch kind {
        case .kernel: files[resources + "\(name).cikernel"] = kernelSource
        case .swift:
            files["Package.swift"] = packageManifest
            files["Sources/\(name)/\(name).swift"] = filterClass
            files["Sources/\(name)/\(name)Loader.swift"] = loaderClass
        case .c: files["Sources/\(name).c"] = processorFunction
        }
        return files
    }

    /// The contents of the files as bytes.
    package var contents: [String: Data] { files.mapValues { Data($0.utf8) } }

    /// The folder of Info.plist and Resources. A Swift package keeps them apart from SwiftPM's files.
    var partsFolder: String { kind == .swift ? "Unit/" : "" }
    private var resources: String { partsFolder + "Resources/" }
}
