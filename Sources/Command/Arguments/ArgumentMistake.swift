import UntrustedInput

/// A misspelt option or subcommand in the arguments of a command line.
///
/// The argument parser validates a command before it reports unknown options. The value of a misspelt option is then an
/// additional input, and the reason of the failed validation misleads. This search for misspelt words is therefore made
/// after any failure of the parser, and its result takes precedence.
enum ArgumentMistake: Error, Equatable, CustomStringConvertible {
    case unknownOption(String, nearest: String?, command: String)
    case unknownSubcommand(String, nearest: String?, command: String)

    var description: String {
        switch self {
        case .unknownOption(let name, let nearest?, _): "unknown option \(name); did you mean \(nearest)?"
        case .unknownOption(let name, nil, let command):
            "unknown option \(name); '\(command) --help' lists the options"
        case .unknownSubcommand(let name, let nearest?, _): "there is no subcommand \(name); did you mean \(nearest)?"
        case .unknownSubcommand(let name, nil, let command):
            "there is no subcommand \(name); '\(command) --help' lists them"
        }
    }

    /// The words of the command that the mistake is in, for example `coreimage apply`.
    var command: String {
        switch self {
        case .unknownOption(_, _, let command), .unknownSubcommand(_, _, let command): command
        }
    }

    /// Finds the first mistake.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - root: The help of the program.
    static func first(in arguments: [String], of root: CommandHelp) -> ArgumentMistake? {
        let asksForHelp = arguments.first == helpCommand
        var (command, words) = root.command(in: arguments.prefix { $0 != "--" }.dropFirst(asksForHelp ? 1 : 0))
        if let word = words.first, !word.hasPrefix("-"), command.hasSubcommands, command.defaultSubcommand == nil {
            let names = (command.subcommands ?? []).filter(\.shouldDisplay).map(\.commandName)
            return .unknownSubcommand(
                word, nearest: NearestName.of(word, among: names), command: command.text)
        }
        if asksForHelp { return nil }
        if let name = command.defaultSubcommand, let next = command.subcommand(name) { command = next }
        let known = Set((command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.text))
        let unknown = words.lazy.compactMap { optionName($0) }
            .first { !known.contains($0) && !hidden.contains($0) }
        guard let unknown else { return nil }
        let long = known.filter { $0.hasPrefix("--") }
        return .unknownOption(
            unknown, nearest: unknown.hasPrefix("--") ? NearestName.of(unknown, among: long) : nil,
            command: command.text)
    }

    private static let helpCommand = "help"

    /// Options that the argument parser adds to every command without showing them.
    private static let hidden: Set<String> = [
        "--help-hidden", "--generate-completion-script", "--experimental-dump-help", "-help",
    ]

    /// Returns the name of an option as written, without a value. Returns nil for other words, and for several short
    /// options in one word.
    private static func optionName(_ word: String) -> String? {
        let name = String(word.prefix { $0 != "=" })
        if name.hasPrefix("--") { return name.count > 2 ? name : nil }
        guard name.hasPrefix("-"), name.count == 2, name.last?.isLetter == true else { return nil }
        return name
    }
}

extension CommandHelp {
    fileprivate var hasSubcommands: Bool { !(subcommands ?? []).isEmpty }

    /// Returns the command that words name, and the words behind its name.
    func command(in words: ArraySlice<String>) -> (command: CommandHelp, words: ArraySlice<String>) {
        guard let word = words.first, let next = subcommand(word) else { return (self, words) }
        return next.command(in: words.dropFirst())
    }

    fileprivate func subcommand(_ name: String) -> CommandHelp? {
        (subcommands ?? []).first { $0.commandName == name }
    }
}
