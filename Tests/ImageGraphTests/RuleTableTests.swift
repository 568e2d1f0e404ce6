import Foundation
import Testing

@testable import ImageGraph

/// Tests that the article `HowAPictureIsRendered` lists the optimiser's rules correctly.
@Suite("The documentation's table of rules") struct RuleTableTests {
    private static let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/CoreImage/CoreImage.docc/HowAPictureIsRendered.md").standardized

    /// The first and the last column of the table whose header begins with `rule`.
    private static func rows() throws -> [(name: String, exactness: String)] {
        let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
        return lines.drop { !$0.hasPrefix("| rule |") }.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ●○")) }
            return (cells[0], cells[cells.count - 1])
        }
    }

    private static func text(of exactness: RuleExactness) -> String {
        switch exactness {
        case .exact: return "every bit"
        case .byDefinition: return "by definition"
        case .within(let tolerance):
            let superscripts = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
            return "2⁻" + String("\(-tolerance.exponent)".compactMap { $0.wholeNumberValue.map { superscripts[$0] } })
        }
    }

    @Test("names every rule in its order, with its exactness") func complete() throws {
        let rows = try Self.rows()
        #expect(rows.map(\.name) == GraphOptimiser.rules.map(\.name))
        #expect(rows.map(\.exactness) == GraphOptimiser.rules.map { Self.text(of: $0.exactness) })
    }
}
