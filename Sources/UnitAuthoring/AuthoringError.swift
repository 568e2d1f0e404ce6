/// Why a unit could not be scaffolded or built. The words are in `AuthoringError+Prose.swift`.
public enum AuthoringError: Error, Hashable {
    // A new unit
    /// A name that can't be a filter's, a module's and a file's at once.
    case invalidName(String)
    /// A name that means something else in Swift or Core Image.
    case reservedName(String)
    /// Not reverse DNS.
    case invalidIdentifier(String)
    /// Something has the place of the new unit.
    case alreadyExists(String)

    // A unit's sources
    /// No folder.
    case notAFolder(String)
    /// A built bundle where sources are wanted.
    case builtBundle(String)
    /// A part that every unit has isn't there.
    case missingPart(folder: String, part: String)
    /// A link, pipe or device among the files.
    case unsuitableFile(String, String)
    /// A name that isn't UTF-8, and so no text.
    case unreadableName(String)
    /// More than a unit may have of something.
    case tooMuch(String, String, limit: Int)
    /// A property list that is none.
    case malformedPropertyList(String, detail: String)
    /// Info.plist without an identifier; `misspelt` is a key that was probably meant to be it.
    case missingIdentifier(String, misspelt: String?)
    /// Texts of Info.plist with build settings that nothing replaces, by key.
    case unreplacedSettings(String, [String: String])
    /// Code, but no name for the library.
    case missingExecutableName(String)
    /// The name of the library is no file's name.
    case invalidExecutableName(String, name: String)

    // Building
    /// A compiler isn't on the `PATH`.
    case missingProgram(String, package: String)
    /// The modules of Core Image aren't where they should be.
    case missingModules(String)
    /// A compiler refused the sources; what it said is the text.
    case compilerFailed(String, unit: String, text: String)
    /// The built unit could not be loaded; the problems are whole lines.
    case unsound([String])

    /// The output would become a part of the unit.
    case outputInsideUnit(String)
    /// A folder can't be watched.
    case notWatched(String, reason: String)

    /// The system refused something.
    case file(FileFailure)
}
