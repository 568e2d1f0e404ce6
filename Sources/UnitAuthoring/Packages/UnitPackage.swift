import Foundation
import ImageUnits
import UntrustedInput

/// A unit with all its files in memory, read from a package or a bundle, and checked. It can be written as either.
package struct UnitPackage: Sendable {
    /// A file, and its path in the bundle, for instance `Contents/Info.plist`.
    struct File: Sendable, Hashable {
        let path: String
        let data: Data
    }

    /// The path of the package or bundle, for messages.
    let origin: String
    /// The bundle's folder, `Name.plugin`.
    let bundleName: String
    /// The files of the bundle, sorted by path.
    let files: [File]
    /// The manifest; nil for a bundle.
    let manifest: UnitManifest?

    /// The unit's name.
    package var name: String { String(bundleName.dropLast(".plugin".count)) }

    /// Reads a package, or a built bundle if the path leads to a folder.
    ///
    /// - Throws: `PackageError` for any problem. Nothing is written.
    package init(reading path: String) throws(PackageError) {
        try self.init(reading: path, limits: .standard)
    }

    init(reading path: String, limits: PackageLimits) throws(PackageError) {
        let expanded = PathText(path).fileURL().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: expanded, isDirectory: &isFolder) else {
            throw .file(FileFailure(path, "read", code: ENOENT))
        }
        if isFolder.boolValue {
            try self.init(bundle: URL(fileURLWithPath: expanded, isDirectory: true).standardizedFileURL, limits: limits)
        } else {
            try self.init(archive: expanded, limits: limits)
        }
    }

    /// Reads a bundle.
    private init(bundle: URL, limits: PackageLimits) throws(PackageError) {
        (origin, bundleName, manifest) = (bundle.path, bundle.lastPathComponent, nil)
        guard bundle.pathExtension == "plugin",
            FileManager.default.fileExists(atPath: bundle.appendingPathComponent("Contents").path)
        else {
            throw .notAPackage(bundle.path, detail: "the folder is no bundle; build it with 'coreimage units build'")
        }
        if let refusal = EntryName.refusal(bundleName, limits: limits) {
            throw .unsafeName(bundle.path, entry: bundleName, reason: refusal)
        }
        let found: [FolderContents.File]
        do throws(AuthoringError) {
            found = try FolderContents.files(below: bundle)
        } catch {
            throw .authoring(error)
        }
        guard found.reduce(0, { $0 + $1.size }) <= limits.bytes else {
            throw .tooMuch(bundle.path, "bytes", limit: limits.bytes)
        }
        var files: [File] = []
        for file in found {
            if let refusal = EntryName.refusal(file.path, limits: limits) {
                throw .unsafeName(bundle.path, entry: file.path, reason: refusal)
            }
            guard let data = FileManager.default.contents(atPath: file.url.path) else {
                throw .file(FileFailure(file.url.path, "read"))
            }
            files.append(File(path: file.path, data: data))
        }
        self.files = files
    }

    /// Reads an archive and compares it with its manifest.
    private init(archive path: String, limits: PackageLimits) throws(PackageError) {
        origin = path
        var entries = try ZipReader(path, limits: limits).entries()
        guard let index = entries.firstIndex(where: { $0.path == UnitManifest.fileName }) else {
            throw .missingManifest(path)
        }
        let manifestData = entries.remove(at: index).data
        guard manifestData.count <= UnitManifest.sizeLimit else {
            throw .malformedManifest(path, detail: "it has more than \(UnitManifest.sizeLimit) bytes")
        }
        let manifest = try UnitManifest.decoded(manifestData, package: path)
        guard manifest.bundle.hasSuffix(".plugin"), manifest.bundle.count > ".plugin".count,
            !manifest.bundle.contains("/"), EntryName.refusal(manifest.bundle, limits: limits) == nil
        else { throw .malformedManifest(path, detail: "bundle is '\(manifest.bundle)', which is no name of a bundle") }
        (self.manifest, bundleName) = (manifest, manifest.bundle)

        let prefix = manifest.bundle + "/"
        for entry in entries where !entry.path.hasPrefix(prefix) {
            throw .strayEntry(path, entry: entry.path, bundle: manifest.bundle)
        }
        try Self.compare(entries, with: manifest, package: path)
        files = entries.map { File(path: String($0.path.dropFirst(prefix.count)), data: $0.data) }
            .sorted { $0.path < $1.path }
    }

    /// Checks that the archive contains all files of the manifest with the right contents, and no others.
    private static func compare(_ entries: [File], with manifest: UnitManifest, package: String) throws(PackageError) {
        var listed: [String: UnitManifest.File] = [:]
        for file in manifest.files {
            guard listed.updateValue(file, forKey: file.path) == nil else {
                throw .collision(package, entry: file.path, other: file.path)
            }
        }
        for entry in entries {
            guard let file = listed.removeValue(forKey: entry.path) else {
                throw .unlistedFile(package, entry: entry.path)
            }
            guard entry.data.count == file.size, ContentDigest.sha256(of: entry.data) == file.sha256.lowercased() else {
                throw .changedFile(package, entry: entry.path)
            }
        }
        if let missing = listed.keys.sorted().first { throw .missingFile(package, entry: missing) }
    }
}
