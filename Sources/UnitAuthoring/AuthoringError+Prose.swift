import Foundation
import UntrustedInput

extension AuthoringError: LocalizedError, CustomStringConvertible {
    /// The problem and its remedy, in one line free of control characters. Messages of compilers and checks can add
    /// lines.
    package var description: String {
        switch self {
        case .invalidName(let name):
            "\(printable(name)): a unit's name has 2 to 64 letters and digits and begins with a capital letter; write one such as WarmGlow"
        case .reservedName(let name):
            "\(printable(name)): this name is reserved by Swift or Core Image; add a word, as in My\(printable(name))"
        case .invalidIdentifier(let text):
            "--identifier \(printable(text)): write your domain backwards and a name, as in org.example.WarmGlow, in letters, digits, "
                + "hyphens and full stops"
        case .alreadyExists(let path):
            "\(shown(path)): this exists already; choose another name, or another folder with -o"

        case .notAFolder(let path):
            "\(shown(path)): there is no such folder; name the folder that holds the unit's sources"
        case .builtBundle(let path):
            "\(shown(path)): this is a built bundle; name the folder of its sources, with Info.plist and Resources in it"
        case .missingPart(let folder, let part):
            "\(shown(folder)): \(part) is missing; add it, or start anew with 'coreimage units new'"
        case .unsuitableFile(let path, let kind):
            "\(shown(path)): this is \(kind), which a unit can't hold; put the file itself there"
        case .unreadableName(let path):
            "\(shown(path)): the name isn't UTF-8; rename the file, for instance with convmv"
        case .tooMuch(let path, let what, let limit):
            "\(shown(path)): the unit has more than \(limit) \(what); leave out what it doesn't need"
        case .malformedPropertyList(let path, let detail):
            "\(shown(path)): this is not a valid property list: \(printable(detail)); correct the place named"
        case .missingIdentifier(let path, let misspelt):
            "\(shown(path)): CFBundleIdentifier is missing; "
                + (misspelt.map { "\(printable($0)) is not known here: did you mean CFBundleIdentifier?" }
                    ?? "add it, with your domain backwards and the unit's name, as in org.example.WarmGlow")
        case .unreplacedSettings(let path, let texts):
            texts.sorted { $0.key < $1.key }.map { key, text in
                "\(shown(path)): \(printable(key)): the build setting in '\(printable(text))' has no value here; write the value out"
            }.joined(separator: "\n")
        case .missingExecutableName(let path):
            "\(shown(path)): the unit has sources, but no CFBundleExecutable; add the key with the value ${EXECUTABLE_NAME}"
        case .invalidExecutableName(let path, let name):
            "\(shown(path)): CFBundleExecutable is '\(printable(name))', which is not a valid file name; write ${EXECUTABLE_NAME}"

        case .missingProgram(let program, let package): "\(program) is not on the PATH; install \(package)"
        case .missingModules(let folder):
            "\(shown(folder)): the modules of Core Image are not there; build the package with 'swift build', or name its folder of products "
                + "in $COREIMAGE_PRODUCTS"
        case .compilerFailed(let program, let unit, let text):
            text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n")
                + "\(printable(unit)): \(program) failed; correct the errors above"
        case .unsound(let problems): problems.joined(separator: "\n")

        case .outputInsideUnit(let file):
            "\(shown(file)): this is inside the unit's Resources and would become a part of it; choose another place with -o"
        case .notWatched(let folder, let reason): "\(shown(folder)): the folder can't be watched: \(printable(reason))"
        case .file(let failure): failure.description
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }

    private func shown(_ path: String) -> String { printable(path, limit: 1000) }
}
