import Foundation
import UntrustedInput

/// The translations of a bundle: `Description.strings` of each language, best first.
struct DescriptionStrings {
    /// Bytes that a strings file may have.
    static let sizeLimit = 1 << 20

    private var tables: [[String: String]] = []

    /// Reads the tables for `languages`, then for the language the unit was written in, then the one without a language.
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

    /// The translation of `key`, or the key itself; without spaces at its ends.
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
            // An XML list states its own encoding, which the reader compares with the bytes.
            // The white space before the entries stays, as errors name lines.
            if !body.hasPrefix("<") { list = Data(text.utf8) }
        }
        guard case .dictionary(let entries) = try PropertyValue(data: list) else {
            throw .malformedPropertyList(detail: "it is not a table of strings")
        }
        return entries.compactMapValues(\.string)
    }

    /// UTF-8 or UTF-16 text, with a byte order mark or without.
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
