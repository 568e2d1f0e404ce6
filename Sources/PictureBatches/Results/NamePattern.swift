import ImageFiles
import UntrustedInput

/// A pattern for names of results in `-o`, for example `out/{folder}/{name}-small.jpg`.
package struct NamePattern: Equatable, Sendable {
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
        static var list: String {
            allCases.dropLast().map(\.inBraces).joined(separator: ", ") + " or " + (allCases.last?.inBraces ?? "")
        }
    }

    let text: String

    /// Creates a pattern. Returns nil for a text without words in braces, which is an ordinary file name. A word that
    /// isn't a placeholder is a mistake of the pattern, because it is probably misspelt.
    init?(_ text: String) {
        guard Self.words(in: text).contains(where: { !$0.isEmpty && $0.allSatisfy(\.isLetter) }) else { return nil }
        self.text = text
    }

    /// Returns the texts between an opening brace and the next closing one.
    private static func words(in text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap(placeholder)
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
        if let unknown = Self.words(in: text).first(where: { !known.contains($0) }) {
            return "{\(unknown)} is no placeholder; write \(Placeholder.list)"
        }
        if text.hasSuffix("/") { return "this names folders; write a file's name behind the last slash" }
        if text.hasSuffix("." + Placeholder.ext.inBraces) { return nil }
        guard let format else {
            return "the name doesn't say the results' format; end it in .{ext}, .jpg, .png …"
        }
        if let chosen, chosen != format {
            return "--format \(chosen.extensions[0]) differs from the name's extension; end the name in .{ext}"
        }
        return nil
    }

    /// Returns the text up to the closing brace.
    private static func placeholder(_ text: Substring) -> String? {
        text.firstIndex(of: "}").map { String(text[..<$0]) }
    }

    /// Returns whether the pattern uses the name of a picture whose name without its extension is `.` or `..`, such as
    /// `...png`. As a part of a path, it would lead out of the folder that the pattern names.
    func leadsElsewhere(for path: String) -> Bool {
        text.contains(Placeholder.name.inBraces) && [".", ".."].contains(PathText(path).nameWithoutExtension)
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
