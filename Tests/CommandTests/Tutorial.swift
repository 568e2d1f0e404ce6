import Foundation

/// The steps of a tutorial page. Fenced blocks `console` hold commands, and blocks `file:NAME` are files to write.
struct Tutorial {
    /// A step in the order of the page.
    enum Step: Equatable {
        /// A command line, and lines that its output has.
        case run(String, output: [String])
        /// A file that is written or replaced.
        case write(String, text: String)
    }

    private(set) var steps: [Step] = []

    init(_ page: String) {
        var fence: (info: Substring, lines: [Substring])?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = fence {
                    add(block.info, block.lines)
                    fence = nil
                } else {
                    fence = (line.dropFirst(3), [])
                }
            } else {
                fence?.lines.append(line)
            }
        }
    }

    private mutating func add(_ info: Substring, _ lines: [Substring]) {
        if info.hasPrefix("file:") {
            steps.append(.write(String(info.dropFirst(5)), text: lines.joined(separator: "\n") + "\n"))
        } else if info == "console" {
            for line in lines {
                if line.hasPrefix("$ ") {
                    steps.append(.run(String(line.dropFirst(2)), output: []))
                } else if case .run(let command, let output)? = steps.last {
                    steps[steps.count - 1] = .run(command, output: output + [String(line)])
                }
            }
        }
    }
}
