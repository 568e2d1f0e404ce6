import Foundation
import Testing

/// Tests that sources don't contain calls that crash on untrusted input or don't validate it.
@Suite("Forbidden calls") struct ForbiddenCallTests {
    /// A call, and the files that may make it.
    struct Rule: CustomTestStringConvertible, Sendable {
        let pattern: String
        let instead: String
        var allowed: [String] = []
        var folders = [""]
        var testDescription: String { pattern }
    }

    static let rules = [
        // `NSString.deletingLastPathComponent` traps for most texts of one character. The related functions are as old
        // and not trusted either.
        Rule(pattern: #"as NSString\)\s*\."#, instead: "PathText"),
        Rule(
            pattern:
                #"NSString\([^)]*\)\s*\.\s*(deletingLastPathComponent|lastPathComponent|pathExtension|deletingPathExtension|appendingPath|expandingTilde|standardizingPath|pathComponents|abbreviatingWithTilde|resolvingSymlinks)"#,
            instead: "PathText"),
        Rule(pattern: #"NSString\.path\("#, instead: "PathText"),
        // Foundation's readers recurse for each level of nesting, until the stack overflows.
        Rule(
            pattern: #"PropertyListSerialization\s*\.\s*propertyList|PropertyListDecoder\("#,
            instead: "CheckedPropertyList",
            allowed: ["Sources/UntrustedInput/PropertyLists/CheckedPropertyList.swift"]),
        // The last two files pass their decoders to `CheckedJSON`.
        Rule(
            pattern: #"JSONDecoder\("#, instead: "CheckedJSON",
            allowed: [
                "Sources/UntrustedInput/JSON/CheckedJSON.swift", "Sources/ImageUnits/Scan/UnitScan+Coding.swift",
                "Sources/ImageUnits/Quarantine/UnitQuarantine.swift",
            ]),
        Rule(pattern: #"JSONSerialization\s*\.\s*jsonObject"#, instead: "CheckedJSON"),
        // `RecipePacket` parses only text that `CheckedXML` has accepted.
        Rule(
            pattern: #"XMLParser\(|XMLDocument\("#, instead: "CheckedXML",
            allowed: ["Sources/Recipes/Text/RecipePacket.swift"]),
        Rule(
            pattern:
                #"NS(Mutable)?(Dictionary|Array)\(contentsOf|\.propertyList\(\)|propertyListFromStringsFileFormat|NSKeyedUnarchiver"#,
            instead: "CheckedPropertyList"),
        // Other ways to print don't replace control characters and don't report write errors.
        Rule(
            pattern:
                #"(?<!func )(?<![\w.])(print|debugPrint|puts|fputs|NSLog)\(|FileHandle\.standard(Output|Error)\s*\.\s*write"#,
            instead: "StandardOutput",
            folders: [
                "Command", "CommandOutput", "FilterChains", "PictureBatches", "PictureInformation", "Enhancement",
                "Anonymising", "Transitions", "Painting", "PictureWorker", "Gallery",
            ].map { "Sources/\($0)/" }),
        // `Bundle` reads Info.plist without a check.
        Rule(pattern: #"\bBundle\((url|path):"#, instead: "ImageUnitDescription.read"),
    ]

    /// The sources, without indentation, and with empty lines in place of comments.
    static let sources: [(path: String, code: String)] = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return ["Sources", "Plugins", "ImageUnits"].flatMap { folder in
            let root = package.appendingPathComponent(folder).path
            let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
            let files = names.filter { $0.hasSuffix(".swift") }
            return files.compactMap { name -> (path: String, code: String)? in
                guard let text = try? String(contentsOfFile: root + "/" + name, encoding: .utf8) else { return nil }
                return ("\(folder)/\(name)", code(of: text))
            }
        }
    }()

    private static func code(of text: String) -> String {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let code = lines.map { line -> String in
            let trimmed = line.drop { $0 == UInt8(ascii: " ") }
            return trimmed.starts(with: "//".utf8) ? "" : String(decoding: trimmed, as: UTF8.self)
        }
        return code.joined(separator: "\n")
    }

    @Test("no source makes a forbidden call", arguments: rules)
    func rule(rule: Rule) throws {
        #expect(Self.sources.count > 500, "the sources were not found")
        let expression = try NSRegularExpression(pattern: rule.pattern)
        for (path, code) in Self.sources
        where !rule.allowed.contains(path) && rule.folders.contains(where: path.hasPrefix) {
            for match in expression.matches(in: code, range: NSRange(code.startIndex..., in: code)) {
                let range = try #require(Range(match.range, in: code))
                let line = code[..<range.lowerBound].count { $0 == "\n" } + 1
                Issue.record("\(path):\(line): use \(rule.instead) instead of \(code[range])")
            }
        }
        for folder in rule.folders {
            #expect(Self.sources.contains { $0.path.hasPrefix(folder) }, "\(folder) has no sources any more")
        }
        for path in rule.allowed {
            let code = Self.sources.first { $0.path == path }?.code ?? ""
            let hasCall = expression.firstMatch(in: code, range: NSRange(code.startIndex..., in: code)) != nil
            #expect(hasCall, "\(path) makes no such call any more; take it off the list")
        }
    }
}
