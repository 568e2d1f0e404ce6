/// The reason why a unit could not be scaffolded, built or watched. The messages are in `AuthoringError+Prose.swift`.
package enum AuthoringError: Error, Hashable {
    // A new unit
    /// A name that isn't valid as a filter's, a module's and a file's name.
    case invalidName(String)
    /// A name with another meaning in Swift or Core Image.
    case reservedName(String)
    /// An identifier that isn't in reverse DNS notation.
    case invalidIdentifier(String)
    /// A file or folder exists at the path of the new unit.
    case alreadyExists(String)

    // A unit's sources
    /// The path doesn't lead to a folder.
    case notAFolder(String)
    /// The folder is a built bundle, not the sources of a unit.
    case builtBundle(String)
    /// A part that every unit needs is missing.
    case missingPart(folder: String, part: String)
    /// A symbolic link, pipe or device among the files.
    case unsuitableFile(String, String)
    /// A file name that isn't UTF-8.
    case unreadableName(String)
    /// The unit exceeds a limit.
    case tooMuch(String, String, limit: Int)
    /// A file isn't a valid property list.
    case malformedPropertyList(String, detail: String)
    /// Info.plist has no identifier; `misspelt` is a key that is probably meant to be it.
    case missingIdentifier(String, misspelt: String?)
    /// Texts of Info.plist with build settings that have no value, by key.
    case unreplacedSettings(String, [String: String])
    /// The unit has code, but Info.plist doesn't name the library.
    case missingExecutableName(String)
    /// The library's name isn't valid as a file name.
    case invalidExecutableName(String, name: String)

    // Building
    /// A compiler isn't on the `PATH`.
    case missingProgram(String, package: String)
    /// The modules of Core Image weren't found.
    case missingModules(String)
    /// A compiler rejected the sources; `text` is its output.
    case compilerFailed(String, unit: String, text: String)
    /// Checks of the built unit failed; each problem is one or more whole lines.
    case unsound([String])

    /// The output file is inside the unit's Resources.
    case outputInsideUnit(String)
    /// A folder can't be watched.
    case notWatched(String, reason: String)

    /// A file operation failed.
    case file(FileFailure)
}
