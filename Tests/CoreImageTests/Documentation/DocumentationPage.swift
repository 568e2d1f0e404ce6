import Foundation

/// An article of the documentation catalogue, with its fenced blocks.
struct DocumentationPage {
    /// A fenced block: the word behind the opening fence, and the lines up to the closing one.
    struct Block {
        let info: String
        let text: String
    }

    let text: String
    /// The blocks in the order of the page.
    let blocks: [Block]

    /// The package's folder.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Reads the article with a name such as `Architecture`.
    init(_ name: String) throws {
        let file = Self.package.appendingPathComponent("Sources/CoreImage/CoreImage.docc/\(name).md")
        self.init(text: try String(contentsOf: file, encoding: .utf8))
    }

    init(text: String) {
        self.text = text
        var blocks: [Block] = []
        var open: (info: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.hasPrefix("```") {
                open?.lines.append(line)
            } else if let block = open {
                blocks.append(Block(info: block.info, text: block.lines.map { $0 + "\n" }.joined()))
                open = nil
            } else {
                open = (String(line.dropFirst(3)), [])
            }
        }
        self.blocks = blocks
    }

    /// The cells of all rows of tables outside of fenced blocks, without their white space.
    var rows: [[String]] {
        var isInBlock = false
        return text.split(separator: "\n").compactMap { line in
            if line.hasPrefix("```") { isInBlock.toggle() }
            guard !isInBlock, line.hasPrefix("| ") || line.hasPrefix("|-") else { return nil }
            return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The code spans of a line of Markdown.
    static func codeSpans(_ line: String) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
