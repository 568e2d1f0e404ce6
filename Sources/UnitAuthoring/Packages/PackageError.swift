import ImageUnits

/// Why a unit could not be packed, installed or uninstalled. The words are in `PackageError+Prose.swift`.
public enum PackageError: Error, Hashable {
    // The file
    /// Neither a package nor a bundle.
    case notAPackage(String, detail: String)
    /// The archive breaks off or contradicts itself.
    case damaged(String, detail: String)
    /// More of something than a package may have.
    case tooMuch(String, String, limit: Int)
    /// Compressed beyond what files of units are: a bomb.
    case tooDense(String, ratio: Int)

    // Entries of the archive
    /// A name that would leave the bundle, or that is no name.
    case unsafeName(String, entry: String, reason: String)
    /// A link, pipe, device or encrypted entry.
    case unsuitableEntry(String, entry: String, kind: String)
    /// Two entries that are one file where capital and small letters are the same, or a file where a folder is wanted.
    case collision(String, entry: String, other: String)
    /// An entry outside the one bundle.
    case strayEntry(String, entry: String, bundle: String)

    // The manifest
    /// No manifest.
    case missingManifest(String)
    /// A manifest that can't be read.
    case malformedManifest(String, detail: String)
    /// A later format.
    case foreignFormat(String, version: Int)
    /// A listed file isn't in the archive.
    case missingFile(String, entry: String)
    /// A file isn't listed.
    case unlistedFile(String, entry: String)
    /// A file has other bytes than the manifest says.
    case changedFile(String, entry: String)
    /// The manifest and the bundle say different things of the unit.
    case contradiction(String, key: String, manifest: String, bundle: String)

    // The unit
    /// A host would refuse it, or a filter of it; whole lines.
    case unsound(String, [String])
    /// It needs another host.
    case unsuited(String, ImageUnitProblem)

    // The folder of installed units
    /// A later version is installed.
    case olderVersion(String, offered: String, installed: String)
    /// Another unit has the name.
    case nameTaken(String, identifier: String)
    /// No such unit is installed.
    case notInstalled(String, folder: String, nearest: String?)
    /// Several units have the name or identifier.
    case ambiguous(String, [String])

    /// A file of a unit can't be packed.
    case authoring(AuthoringError)
    /// The system refused something.
    case file(FileFailure)
}
