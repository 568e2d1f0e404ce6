/// A manual page about one command, in the man(7) format.
struct ManualPage {
    let help: CommandHelp
    let version: String

    /// The file's name, for example `coreimage-units-build.1`.
    var fileName: String { help.words.joined(separator: "-") + ".1" }

    /// The text of the page.
    var text: String {
        var lines = [
            ".TH \(Self.escaped(help.words.joined(separator: "-").uppercased())) 1 \"\" \"coreimage \(version)\" \"Core Image\"",
            ".SH NAME",
            Self.escaped("\(help.words.joined(separator: "-")) - \(help.abstract ?? "")"),
            ".SH SYNOPSIS",
        ]
        lines += synopsis
        let (description, sections) = Self.sections(of: help.discussion ?? "")
        if !description.isEmpty { lines += [".SH DESCRIPTION"] + description }
        let arguments = shown
        if !arguments.isEmpty {
            lines.append(".SH OPTIONS")
            for argument in arguments { lines += entry(argument) }
        }
        for section in sections { lines += [".SH " + Self.escaped(section.title), ".nf"] + section.lines + [".fi"] }
        let subcommands = (help.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
        if !subcommands.isEmpty {
            lines.append(".SH SUBCOMMANDS")
            for subcommand in subcommands {
                let page = subcommand.words.joined(separator: "\\-")
                lines += [".TP", ".BR \(page) (1)", Self.escaped(subcommand.abstract ?? "")]
            }
        }
        if let parent = help.superCommands, !parent.isEmpty {
            lines += [".SH SEE ALSO", ".BR \(parent.joined(separator: "\\-")) (1)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var shown: [CommandHelp.Argument] { (help.arguments ?? []).filter(\.shouldDisplay) }

    private var synopsis: [String] {
        var lines = [".B " + Self.escaped(help.words.joined(separator: " "))]
        if help.subcommands?.contains(where: \.shouldDisplay) == true { lines.append(".I subcommand") }
        for argument in shown where argument.kind == "positional" {
            let name = Self.escaped(argument.valueName ?? "value") + (argument.isRepeating ? " ..." : "")
            lines.append(argument.isOptional ? ".RI [ \"\(name)\" ]" : ".I \(name)")
        }
        if shown.contains(where: { $0.kind != "positional" }) { lines.append(".RI [ options ]") }
        return lines
    }

    private func entry(_ argument: CommandHelp.Argument) -> [String] {
        let value = argument.kind == "flag" ? "" : "<\(argument.valueName ?? "value")>"
        let names = (argument.names ?? []).map(\.text).joined(separator: ", ")
        var text = argument.abstract ?? ""
        if let more = argument.discussion, !more.isEmpty { text += (text.isEmpty ? "" : " ") + more }
        if let value = argument.defaultValue, !value.isEmpty { text += " (default: \(value))" }
        let label = [names, value].filter { !$0.isEmpty }.joined(separator: " ")
        return [".TP", ".B " + Self.escaped(label)] + Self.paragraph(text)
    }

    /// Divides a discussion into its prose and its sections. A heading is a line in capitals, and the lines of a
    /// section keep their line breaks.
    private static func sections(of discussion: String) -> (prose: [String], [(title: String, lines: [String])]) {
        var prose: [String] = []
        var sections: [(title: String, lines: [String])] = []
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let isHeading = !line.isEmpty && line == line.uppercased() && line.allSatisfy { $0.isLetter || $0 == " " }
            if isHeading {
                sections.append((line, []))
            } else if sections.isEmpty {
                prose += line.isEmpty ? [".PP"] : [escaped(line)]
            } else {
                sections[sections.count - 1].lines.append(escaped(line))
            }
        }
        while prose.last == ".PP" { prose.removeLast() }
        return (prose, sections)
    }

    private static func paragraph(_ text: String) -> [String] {
        text.split(separator: "\n").map { escaped(String($0)) }
    }

    /// Escapes text for man(7). A backslash and a hyphen are special everywhere, a dot and an apostrophe at the start
    /// of a line. Other characters than ASCII are written by number, because older programs read pages as Latin-1.
    static func escaped(_ text: String) -> String {
        let safe = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u" + String(scalar.value, radix: 16, uppercase: true).leftPadded(to: 4) + "]"
            }
        }.joined()
        return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }
}
