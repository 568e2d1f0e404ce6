import Foundation

/// The sources of a new unit: a small filter that works, with everything a unit needs around it.
public struct UnitScaffold: Sendable {
    /// The name of the unit and of its filter.
    public let name: UnitName
    /// `CFBundleIdentifier`.
    public let identifier: BundleIdentifier
    /// The form of the filter.
    public let kind: UnitKind
    /// The path or URL of the Core Image package, on which a Swift unit's package depends; nil leaves `Package.swift`
    /// out.
    let corePackage: String?
    /// `CFBundleShortVersionString`.
    var version = "1.0"

    /// Creates a scaffold.
    ///
    /// - Parameter corePackage: A path, or a URL with `://` in it; nil if there is none. Only Swift units use it.
    public init(name: UnitName, identifier: BundleIdentifier, kind: UnitKind, corePackage: String?) {
        (self.name, self.identifier, self.kind, self.corePackage) = (name, identifier, kind, corePackage)
    }

    /// The contents of the files, by path in the unit's folder.
    public var files: [String: String] {
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

    /// Writes the files into a new folder, `NAME` in `parent`. If this fails, no folder is left.
    ///
    /// - Returns: The folder.
    /// - Throws: `AuthoringError`, also if the folder exists already.
    public func write(into parent: URL) throws(AuthoringError) -> URL {
        try Self.write(files.mapValues { Data($0.utf8) }, named: name, into: parent)
    }

    /// Writes files into a new folder.
    static func write(
        _ files: [String: Data], named name: UnitName, into parent: URL
    ) throws(AuthoringError) -> URL {
        let folder = parent.appendingPathComponent(name.text, isDirectory: true)
        if access(folder.path, F_OK) == 0 { throw .alreadyExists(folder.path) }
        do throws(FileFailure) {
            let staged = try StagedFolder(destination: folder)
            for (path, data) in files {
                let file = staged.content.appendingPathComponent(path)
                try FileFailure.wrapping(folder.appendingPathComponent(path).path, "created") {
                    try FileManager.default.createDirectory(
                        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try data.write(to: file)
                }
            }
            try staged.commit(replacing: .never)
        } catch {
            throw .file(error)
        }
        return folder
    }

    /// The folder of Info.plist and Resources. A Swift package keeps them apart from SwiftPM's files.
    var partsFolder: String { kind == .swift ? "Unit/" : "" }
    private var resources: String { partsFolder + "Resources/" }
}
