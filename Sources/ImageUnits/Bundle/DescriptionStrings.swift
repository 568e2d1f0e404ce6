import Foundation
import UntrustedInput

/// The translations of a bundle: the `Description.strings` of each language, best first.
struct DescriptionStrings {
    /// Maximum size of a strings file, in bytes.
    static let sizeLimit = 1 << 20

    private var tables: [[String: String]] = []

    /// Reads the tables for `languages`, then for the unit's development language, then the one without a language.
    init(folder: UnitFolder, languages: [String], developmentRegion: String?, log: IssueLog) {
        let folders = folder.names(in: "Contents/Resources").filter { $0.hasSuffix(".lproj") }
        var places: [String] = []
        for language in languages + [developmentRegion ?? "en", "Base", "en"] {
            guard let name = LanguagePreference.folder(for: language, among: folders) else { continue }
            if !places.contains(name) { places.append(name) }
        }
        for place in places.map({ "Contents/Resources/\($0)/Description.strings" }) + [
            "Contents/Resources/Description.strings"
        ]
        where folder.exists(place) {
            do {
                tables.append(try Self.table(folder.contents(place, limit: Self.sizeLimit), path: place))
            } catch {
                log.report(error, .warning, scope: .unit, file: place)
            }
        }
    }

    /// Returns the translation of `key`, or `key` itself, without white space at both ends.
    func text(_ key: String) -> String {
        let trimmed = key.trimmingCharacters(in: .whitespacesAndNewlines)
        for table in tables {
            if let found = table[key] ?? table[trimmed] { return found.trimmingCharacters(in: .whitespacesAndNewlines) }
        }
        return trimmed
    }

    /// Reads one table: `"key" = "text";` lines or a property list, in UTF-8 or UTF-16.
    static func table(_ data: Data, path: String) throws(ImageUnitProblem) -> [String: String] {
        var list = data
        if !CheckedPropertyList.isBinary(data) {
            guard let text = decoded(data) else { throw .undecodableText(path: path) }
            let body = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if body.isEmpty { return [:] }
            // An XML list states its own encoding, and the reader compares that with the bytes. For other formats,
            // white space before the entries stays, so that the lines in errors are right.
            if !body.hasPrefix("<") { list = Data(text.utf8) }
        }
        guard case .dictionary(let entries) = try PropertyValue(data: list) else {
            throw .malformedPropertyList(detail: "it is not a table of strings")
        }
        return entries.compactMapValues(\.string)
    }

    /// Decodes UTF-8 or UTF-16 text, with or without a byte order mark.
    private static func decoded(_ data: Data) -> String? {
        let start = [UInt8](data.prefix(4))
        let encoding: String.Encoding
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            encoding = .utf16
        } else if start.count >= 2, start[0] == 0 {
            encoding = .utf16BigEndian
        } else if start.count >= 2, start[1] == 0 {
            encoding = .utf16LittleEndian
        } else {
            encoding = .utf8
        }
        guard encoding == .utf8 || data.count.isMultiple(of: 2), var text = String(data: data, encoding: encoding)
        else { return nil }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text
    }
}
