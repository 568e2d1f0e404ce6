import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Filters: attributes equal the catalogue's", .serialized)
struct CatalogueTests {
    static let registrations = FilterCatalog.builtIn.compactMap(\.registration)
    /// The listed filters. The catalogue knows too little about the others for most tests here;
    /// `unlisted(registration:)` checks what it knows.
    static let listedRegistrations = registrations.filter { !$0.categories.isEmpty }
    static let names = listedRegistrations.map(\.name)

    @Test("Every filter in the sources is registered once")
    func listed() throws {
        let declaring = try Self.sources.get().names
        #expect(Set(Self.registrations.map(\.name)) == Set(declaring))
        #expect(Self.registrations.count == declaring.count)
    }

    @Test(
        "The recorded facts are the catalogue's",
        .enabled(if: CatalogueFacts.hasCatalogue, "there is no ../shared/catalogue beside the package"))
    func recorded() throws {
        let published = try CatalogueFacts.published()
        if ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] == "1" {
            try published.record()
            return
        }
        #expect(
            try CatalogueFacts.recorded.get().isEqual(to: published),
            "run once with COREIMAGE_RECORD=1 to record the catalogue anew")
    }

    /// The categories that can come first in a filter's list.
    static let mainCategories: [CIFilterCategory] = [
        .blur, .colorAdjustment, .colorEffect, .compositeOperation, .distortionEffect, .generator, .geometryAdjustment,
        .gradient, .halftoneEffect, .reduction, .sharpen, .stylize, .tileEffect, .transition,
    ]

    @Test("The registry holds the catalogue's filters, and no others", arguments: mainCategories)
    func complete(category: CIFilterCategory) throws {
        let wanted = try CatalogueFacts.recorded.get().names(inMainCategory: category.rawValue)
        let found = FilterCatalog.builtIn.compactMap(\.registration)
            .filter { $0.categories.first == category }.map(\.name)
        #expect(Set(found).subtracting(wanted) == [], "filters that Core Image hasn't got")
        #expect(wanted.subtracting(found).subtracting(LeftOutFilter.all.map(\.name)) == [], "missing without a reason")
        #expect(Set(found).intersection(LeftOutFilter.all.map(\.name)) == [], "left out, yet there")
    }

    @Test(
        "Unlisted filters have no category, and begin with the catalogue's inputs",
        arguments: registrations.filter { $0.categories.isEmpty })
    func unlisted(registration: CIFilterRegistration) throws {
        let facts = try #require(try CatalogueFacts.recorded.get().unlisted[registration.name])
        let filter = try #require(CIFilter(name: registration.name))
        #expect(Array(filter.inputKeys.prefix(facts.inputs.count)) == facts.inputs.map(\.key))
        #expect(filter.outputKeys == facts.outputs)
        #expect(registration.kind.rawValue == facts.kind)
        #expect(registration.summary?.isEmpty == false)
        #expect(filter.attributes[kCIAttributeFilterCategories] as? [String] == [])
        #expect(!CIFilter.filterNames(inCategory: nil).contains(registration.name))
    }

    @Test("Names, categories, kind and outputs", arguments: listedRegistrations)
    func filter(registration: CIFilterRegistration) throws {
        let facts = try #require(try CatalogueFacts.recorded.get()[registration.name])
        let filter = try #require(CIFilter(name: registration.name))
        let attributes = filter.attributes
        #expect(filter.name == facts.name)
        #expect(attributes[kCIAttributeFilterName] as? String == facts.name)
        #expect(attributes[kCIAttributeFilterDisplayName] as? String == facts.displayName)
        #expect(CIFilter.localizedName(forFilterName: facts.name) == facts.displayName)
        #expect(attributes[kCIAttributeFilterCategories] as? [String] == facts.categories)
        #expect(registration.kind.rawValue == facts.kind)
        #expect(filter.outputKeys == facts.outputs)
        #expect(registration.summary?.isEmpty == false)
        for category in facts.categories {
            #expect(Self.namesByCategory[category]?.contains(facts.name) == true)
        }
    }

    /// The names that the registry lists in each category, asked for once instead of for every filter.
    private static let namesByCategory: [String: Set<String>] = {
        let categories = Set(listedRegistrations.flatMap { $0.categories.map(\.rawValue) })
        return Dictionary(
            uniqueKeysWithValues: categories.map { ($0, Set(CIFilter.filterNames(inCategory: $0))) })
    }()

    @Test("Inputs: order, class, type, limits, default, identity, display name", arguments: names)
    func inputs(name: String) throws {
        let facts = try #require(try CatalogueFacts.recorded.get()[name])
        let filter = try #require(CIFilter(name: name))
        #expect(filter.inputKeys == facts.inputs.map(\.key))
        for input in facts.inputs {
            let found = try #require(filter.attributes[input.key] as? [String: Any], "\(input.key)")
            #expect(found[kCIAttributeClass] as? String == input.class, "\(input.key)")
            #expect(found[kCIAttributeType] as? String == input.type, "\(input.key)")
            #expect(found[kCIAttributeDisplayName] as? String == input.displayName, "\(input.key)")
            let values = [
                ("min", kCIAttributeMin, input.min), ("max", kCIAttributeMax, input.max),
                ("sliderMin", kCIAttributeSliderMin, input.sliderMin),
                ("sliderMax", kCIAttributeSliderMax, input.sliderMax),
                ("default", kCIAttributeDefault, input.default), ("identity", kCIAttributeIdentity, input.identity),
            ]
            for (field, key, wanted) in values where input.unknown?.contains(field) != true {
                #expect(
                    equal(found[key], wanted),
                    "\(input.key) \(field): \(String(describing: found[key])), not \(String(describing: wanted))")
            }
            if input.default != nil {
                #expect(equal(filter.value(forKey: input.key), input.default), "\(input.key) of a new filter")
            }
        }
    }

    /// The filters whose typed API is published.
    static let typedNames = names.filter { name in
        guard let facts = try? CatalogueFacts.recorded.get()[name] else { return false }
        return facts.factory != nil && facts.protocol != nil
    }

    /// The sources, read and searched once.
    private static let sources = Result {
        try FilterSources(folder: CatalogueFacts.package.appending(path: "Sources/BuiltInFilters"))
    }

    @Test("The typed API has the published names", arguments: typedNames)
    func typed(name: String) throws {
        let facts = try #require(try CatalogueFacts.recorded.get()[name])
        let sources = try Self.sources.get()
        let source = try #require(sources.text(of: name))
        let (factory, interface) = (try #require(facts.factory), try #require(facts.protocol))
        #expect(source.contains("public class func \(factory.swift)() -> any CIFilter & \(interface) {"))
        let declaration = try #require(sources.interface(interface))
        for input in facts.inputs {
            guard let property = input.property, let type = input.propertyType else { continue }
            let line = "var \(swiftName(property)): \(type) { get set }"
            #expect(declaration.contains(line), "\(interface) lacks \(line)")
        }
    }

    /// Objective-C's `EV` and `RVector` are `ev` and `rVector` in Swift.
    private func swiftName(_ property: String) -> String {
        let capitals = property.prefix { $0.isUppercase }.count
        let lowered = capitals == property.count ? capitals : max(capitals - 1, min(capitals, 1))
        return property.prefix(lowered).lowercased() + property.dropFirst(lowered)
    }

    private func equal(_ found: Any?, _ wanted: CatalogueFacts.Value?) -> Bool {
        switch wanted {
        case nil: found == nil
        case .truth(let truth): (found as? NSNumber)?.doubleValue == (truth ? 1 : 0)
        case .number(let number): close((found as? NSNumber)?.doubleValue, number)
        case .text("sRGB"): found as? CGColorSpace == CGColorSpace(name: CGColorSpace.sRGB)
        case .text(let text): found as? String == text
        case .color(let parts) where parts["dataBytes"] != nil:
            (found as? Data)?.count == parts["dataBytes"].map(Int.init)
        case .color(let parts):
            (found as? CIColor).map { color in
                zip([color.red, color.green, color.blue, color.alpha], ["r", "g", "b", "a"]).allSatisfy {
                    component, key in
                    close(Double(component), parts[key] ?? .nan)
                }
            } ?? false
        case .list(let numbers): list(found, numbers)
        }
    }

    private func list(_ found: Any?, _ wanted: [Double]) -> Bool {
        var numbers: [Double] = []
        if let vector = found as? CIVector {
            numbers = (0..<vector.count).map { Double(vector.value(at: $0)) }
        } else if let transform = found as? NSAffineTransform {
            let t = transform.transformStruct
            numbers = [t.m11, t.m12, t.m21, t.m22, t.tX, t.tY].map { Double($0) }
        }
        return numbers.count == wanted.count && zip(numbers, wanted).allSatisfy { close($0, $1) }
    }

    private func close(_ found: Double?, _ wanted: Double) -> Bool {
        found.map { abs($0 - wanted) <= 1e-6 * max(1, abs(wanted)) } ?? false
    }
}

/// The texts of the source files that define filters.
private struct FilterSources: Sendable {
    /// The names of the filters that the sources register, once for each registration.
    let names: [String]
    /// The text of the file that registers a filter, by its name.
    private let registering: [String: String]
    /// Protocols by name: the protocols that they refine, and the text from the opening brace to the end of the file.
    private let protocols: [String: (parent: String, body: Substring)]

    init(folder: URL) throws {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let texts = try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        var names: [String] = []
        var registering: [String: String] = [:]
        for text in texts {
            for match in text.matches(of: /\.init\(\s*"(CI\w+)"/) {
                let name = String(match.output.1)
                names.append(name)
                if registering[name] == nil { registering[name] = text }
            }
        }
        (self.names, self.registering) = (names, registering)
        var protocols: [String: (parent: String, body: Substring)] = [:]
        for text in texts {
            for match in text.matches(of: /public protocol (\w+): ([^{]*)/) {
                let name = String(match.output.1)
                guard protocols[name] == nil else { continue }
                let parent = match.output.2.trimmingCharacters(in: .whitespaces)
                protocols[name] = (parent, text[match.range.upperBound...])
            }
        }
        self.protocols = protocols
    }

    func text(of name: String) -> String? { registering[name] }

    /// Returns the body of a protocol's declaration, and that of a shared protocol which it refines.
    func interface(_ name: String) -> String? {
        guard let (parent, body) = protocols[name],
            let inherited = parent == "CIFilterProtocol" ? "" : interface(parent)
        else { return nil }
        if body.hasPrefix("{}") { return inherited }
        return body.range(of: "\n}").map { inherited + body[..<$0.lowerBound] }
    }
}
