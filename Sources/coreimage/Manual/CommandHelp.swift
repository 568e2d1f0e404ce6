/// A command's help as the argument parser describes it in JSON; only what a manual page shows.
struct CommandHelp: Decodable {
    struct Root: Decodable {
        let command: CommandHelp
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            /// As it is typed.
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

    /// The words that call it, such as `coreimage units build`.
    var words: [String] { (superCommands ?? []) + [commandName] }
}
