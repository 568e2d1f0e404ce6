import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// Facts about every filter in the catalogue of Core Image's filters.
///
/// They are stored in `Tests/Fixtures/filter-facts.json`, so that tests run without the catalogue. If the catalogue
/// lies beside the package, a test compares the two. Running the tests with `COREIMAGE_RECORD=1` writes the file again.
struct CatalogueFacts: Sendable {
    /// A filter's facts by its name.
    private let filters: [String: Facts]
    /// Facts about filters that `CIFilter.filterNames` doesn't list on any system, by name.
    let unlisted: [String: UnlistedFacts]

    /// An entry of the file for a listed filter.
    struct Facts: Codable, Sendable, Equatable {
        var name: String
        var displayName: String
        var categories: [String]
        var kind: String
        var inputs: [Input]
        var outputs: [String]
        var factory: Factory?
        var `protocol`: String?
    }

    /// An entry for an unlisted filter, which automatic adjustment creates. Most of its attributes aren't known.
    struct UnlistedFacts: Codable, Sendable, Equatable {
        var name: String
        var kind: String
        /// Always false.
        var listed: Bool
        /// The inputs that are known, perhaps not all.
        var inputs: [Key]
        var outputs: [String]

        struct Key: Codable, Sendable, Equatable { var key: String }
    }

    /// The name of the class method in the typed API that creates the filter.
    struct Factory: Codable, Sendable, Equatable {
        var swift: String
    }

    /// An input; absent values are nil.
    struct Input: Codable, Sendable, Equatable {
        var key: String
        var `class`: String
        var type: String?
        var min: Value?
        var max: Value?
        var sliderMin: Value?
        var sliderMax: Value?
        var `default`: Value?
        var identity: Value?
        var displayName: String
        var property: String?
        var propertyType: String?
        var unknown: [String]?
    }

    /// An attribute's value.
    enum Value: Codable, Sendable, Equatable {
        case number(Double)
        case truth(Bool)
        case text(String)
        case list([Double])
        case color([String: Double])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let truth = try? container.decode(Bool.self) {
                self = .truth(truth)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let list = try? container.decode([Double].self) {
                self = .list(list)
            } else if let color = try? container.decode([String: Double].self) {
                self = .color(color)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .truth(let truth): try container.encode(truth)
            case .text(let text): try container.encode(text)
            case .list(let list): try container.encode(list)
            case .color(let parts): try container.encode(parts)
            }
        }
    }

    /// The package's root folder.
    static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL
    private static let fixture = package.appending(path: "Tests/Fixtures/filter-facts.json")
    private static let catalogue = package.appending(path: "../shared/catalogue/filters.json").standardizedFileURL

    /// Whether the catalogue is available for comparison.
    static var hasCatalogue: Bool { FileManager.default.fileExists(atPath: catalogue.path) }

    /// The facts in the package.
    static let recorded = Result { try CatalogueFacts(file: fixture) }

    /// The facts of the catalogue.
    static func published() throws -> CatalogueFacts { try CatalogueFacts(file: catalogue) }

    private init(file: URL) throws {
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
        filters = Dictionary(uniqueKeysWithValues: entries.compactMap(\.facts).map { ($0.name, $0) })
        unlisted = Dictionary(uniqueKeysWithValues: entries.compactMap(\.unlisted).map { ($0.name, $0) })
    }

    /// An entry of either file, for a listed or an unlisted filter.
    private struct Entry: Decodable {
        let facts: Facts?
        let unlisted: UnlistedFacts?

        private struct Listing: Decodable { let listed: Bool? }

        init(from decoder: any Decoder) throws {
            let isListed = try Listing(from: decoder).listed != false
            facts = isListed ? try Facts(from: decoder) : nil
            unlisted = isListed ? nil : try UnlistedFacts(from: decoder)
        }
    }

    subscript(name: String) -> Facts? { filters[name] }

    /// Names of the filters whose main category is the given one.
    func names(inMainCategory category: String) -> Set<String> {
        Set(filters.values.filter { $0.categories.first == category }.map(\.name))
    }

    /// Whether both have the same facts.
    func isEqual(to other: CatalogueFacts) -> Bool { filters == other.filters && unlisted == other.unlisted }

    /// Writes all facts to the package.
    func record() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines =
            try filters.values.sorted { $0.name < $1.name }.map {
                String(decoding: try encoder.encode($0), as: UTF8.self)
            }
            + unlisted.values.sorted { $0.name < $1.name }.map {
                String(decoding: try encoder.encode($0), as: UTF8.self)
            }
        try Data(("[\n" + lines.joined(separator: ",\n") + "\n]\n").utf8).write(to: Self.fixture)
    }
}
