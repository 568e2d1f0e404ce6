import ArgumentParser
import Foundation
import UntrustedInput

/// A command's help in the JSON format of the argument parser. Only the fields that a manual page needs.
struct CommandHelp: Decodable {
    struct Root: Decodable {
        let command: CommandHelp
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            /// The name as the user types it.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let abstract: String?
        let discussion: String?
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let isOptional: Bool
        let isRepeating: Bool
        let shouldDisplay: Bool
    }

    let commandName: String
    let abstract: String?
    let discussion: String?
    let superCommands: [String]?
    let arguments: [Argument]?
    let subcommands: [CommandHelp]?
    /// The subcommand that is run if none is given.
    let defaultSubcommand: String?
    let shouldDisplay: Bool

    /// Returns the help of a command with all its subcommands.
    ///
    /// - Throws: An error if the argument parser's help isn't in the expected format.
    static func of(_ command: any ParsableCommand.Type) throws -> CommandHelp {
        try CheckedJSON.decode(Root.self, from: Data(command._dumpHelp().utf8)).command
    }

    /// The words of the command, for example `coreimage units build`.
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// The same as a text.
    var text: String { words.joined(separator: " ") }
}
