import ImageUnits

/// The reason why a unit could not be packed, installed or uninstalled. The messages are in `PackageError+Prose.swift`.
package enum PackageError: Error, Hashable {
    // The file
    /// The file is neither a package nor a bundle.
    case notAPackage(String, detail: String)
    /// The archive is truncated or inconsistent.
    case damaged(String, detail: String)
    /// The package exceeds a limit.
    case tooMuch(String, String, limit: Int)
    /// The archive is compressed more than any real unit: probably a decompression bomb.
    case tooDense(String, ratio: Int)

    // Entries of the archive
    /// The name of an entry is invalid, or leads outside the bundle.
    case unsafeName(String, entry: String, reason: String)
    /// An entry is a link, a pipe or a device, or is encrypted.
    case unsuitableEntry(String, entry: String, kind: String)
    /// Two entries are the same file on a file system that ignores case, or a file has the name of a folder.
    case collision(String, entry: String, other: String)
    /// An entry is outside the bundle.
    case strayEntry(String, entry: String, bundle: String)

    // The manifest
    /// The archive has no manifest.
    case missingManifest(String)
    /// The manifest can't be read.
    case malformedManifest(String, detail: String)
    /// The package has a later format.
    case foreignFormat(String, version: Int)
    /// A file in the manifest isn't in the archive.
    case missingFile(String, entry: String)
    /// A file in the archive isn't in the manifest.
    case unlistedFile(String, entry: String)
    /// The contents of a file differ from the manifest.
    case changedFile(String, entry: String)
    /// The manifest and the bundle contradict each other.
    case contradiction(String, key: String, manifest: String, bundle: String)

    // The unit
    /// A host would refuse the unit or one of its filters; the problems are whole lines.
    case unsound(String, [String])
    /// The unit requires another host.
    case unsuited(String, ImageUnitProblem)

    // The folder of installed units
    /// A later version is installed.
    case olderVersion(String, offered: String, installed: String)
    /// A different unit with this name is installed.
    case nameTaken(String, identifier: String)
    /// No installed unit has this name or identifier.
    case notInstalled(String, folder: String, nearest: String?)
    /// Several installed units have this name or identifier.
    case ambiguous(String, [String])

    /// A file of a unit can't be packed.
    case authoring(AuthoringError)
    /// A file operation failed.
    case file(FileFailure)
}
