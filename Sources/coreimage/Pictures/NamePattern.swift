import ImageFiles
import UntrustedInput

/// Names for results as `-o` takes them: `out/{folder}/{name}-small.jpg`.
struct NamePattern: Equatable {
    /// What takes the place of a name in braces.
    enum Placeholder: String, CaseIterable {
        /// The picture's name without its ending.
        case name
        /// The ending: that of the results' format, or the picture's own.
        case ext
        /// The path of the picture's folder below the folder that was named; nothing, and no slash behind it, for a
        /// picture right in that.
        case folder
        /// The picture's place among all, from 1, with as many digits for each.
        case number

        var inBraces: String { "{\(rawValue)}" }
        static var list: String { allCases.map(\.inBraces).joined(separator: ", ") }
    }

    let text: String

    /// A pattern; nil for a text without placeholders, which is the name of a file.
    init?(_ text: String) {
        guard Placeholder.allCases.contains(where: { text.contains($0.inBraces) }) else { return nil }
        self.text = text
    }

    /// What stands before the placeholders, up to its last slash; nil where no folder is named there.
    var folder: String? {
        let fixed = text.prefix { $0 != "{" }
        return fixed.lastIndex(of: "/").map { String(fixed[...$0]) }
    }

    /// The format that the pattern's own ending stands for; nil where it is `{ext}` or stands for none.
    var format: ImageFileFormat? { ImageFileFormat(pathExtension: PathText(text).pathExtension) }

    /// Why results can't have such names; nil where they can.
    ///
    /// - Parameter chosen: What `--format` says.
    func mistake(format chosen: ImageFileFormat?) -> String? {
        let known = Set(Placeholder.allCases.map(\.rawValue))
        let written = text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
            .compactMap(Self.placeholder)
        if let unknown = written.first(where: { !known.contains($0) }) {
            return "{\(unknown)} is no placeholder; write \(Placeholder.list)"
        }
        if text.hasSuffix("/") { return "this names folders; write a file's name behind the last slash" }
        if text.hasSuffix("." + Placeholder.ext.inBraces) { return nil }
        guard let format else {
            return "the name doesn't say the results' format; end it in .{ext}, .jpg, .png …"
        }
        if let chosen, chosen != format {
            return "--format \(chosen.extensions[0]) says otherwise than the name's ending; end it in .{ext}"
        }
        return nil
    }

    /// What stands between the brace that this text follows and the closing one.
    private static func placeholder(_ text: Substring) -> String? {
        text.firstIndex(of: "}").map { String(text[..<$0]) }
    }

    /// The path of the result for a picture; see `ResultNames.file`.
    func name(for path: String, number: Int, of count: Int, format: ImageFileFormat?) -> String {
        let picture = PathText(path)
        let digits = String(number)
        let padding = String(repeating: "0", count: max(0, String(count).count - digits.count))
        var result = ""
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            guard let placeholder = Placeholder.allCases.first(where: { rest.hasPrefix($0.inBraces) }) else {
                result.append(rest.removeFirst())
                continue
            }
            rest = rest.dropFirst(placeholder.inBraces.count)
            switch placeholder {
            case .name: result += picture.nameWithoutExtension
            case .ext: result += format.map { $0.extensions[0] } ?? picture.pathExtension
            case .number: result += padding + digits
            case .folder:
                result += picture.parent
                // Without it, `{folder}/{name}.jpg` would lead to the root.
                if picture.parent.isEmpty, rest.hasPrefix("/") { rest = rest.dropFirst() }
            }
        }
        return result + rest
    }
}
