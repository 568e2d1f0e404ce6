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
    let shouldDisplay: Bool

    /// The words of the command, for example `coreimage units build`.
    var words: [String] { (superCommands ?? []) + [commandName] }
}
