import ImageFiles
import UntrustedInput

/// A pattern for names of results in `-o`, for example `out/{folder}/{name}-small.jpg`.
struct NamePattern: Equatable {
    /// A placeholder, written in braces.
    enum Placeholder: String, CaseIterable {
        /// The picture's name without its extension.
        case name
        /// The extension of the results' format, or else the picture's own.
        case ext
        /// The path of the picture's folder, relative to the named folder. If it is empty, the slash after it is
        /// omitted.
        case folder
        /// The picture's position among all pictures, from 1, padded to equal length with zeros.
        case number

        var inBraces: String { "{\(rawValue)}" }
        static var list: String { allCases.map(\.inBraces).joined(separator: ", ") }
    }

    let text: String

    /// Creates a pattern. Returns nil for a text without placeholders, which is an ordinary file name.
    init?(_ text: String) {
        guard Placeholder.allCases.contains(where: { text.contains($0.inBraces) }) else { return nil }
        self.text = text
    }

    /// The fixed part of the path before the first placeholder, up to its last slash. Nil if that part contains no
    /// slash.
    var folder: String? {
        let fixed = text.prefix { $0 != "{" }
        return fixed.lastIndex(of: "/").map { String(fixed[...$0]) }
    }

    /// The format of the pattern's extension. Nil if that is `{ext}` or unknown.
    var format: ImageFileFormat? { ImageFileFormat(pathExtension: PathText(text).pathExtension) }

    /// Returns the reason why the pattern can't be used, or nil if it can.
    ///
    /// - Parameter chosen: The value of `--format`.
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

    /// Returns the text up to the closing brace.
    private static func placeholder(_ text: Substring) -> String? {
        text.firstIndex(of: "}").map { String(text[..<$0]) }
    }

    /// Returns the path of the result for a picture. See `ResultNames.file`.
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
                // Otherwise `{folder}/{name}.jpg` would be an absolute path.
                if picture.parent.isEmpty, rest.hasPrefix("/") { rest = rest.dropFirst() }
            }
        }
        return result + rest
    }
}
