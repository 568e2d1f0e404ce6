import Foundation
import ImageUnits
import Mutators

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// A kind of inputs that are mutated by their structure. A number identifies each input.
struct VariantKind: Sendable {
    /// The name on the command line.
    let name: String
    /// Makes the variant of a number, with a target that reads it.
    ///
    /// `mask` has a bit for each of at most `mostChanges` changes that is made. A variant that violates a guarantee is
    /// made again with fewer changes.
    let make: @Sendable (_ number: Int, _ mask: UInt) throws -> (target: FuzzTarget, bytes: [UInt8])

    static let mostChanges = 4

    static let all = [units, packages, recipes, kernels, channels]

    /// The unchanged inputs that once violated a guarantee. They are read by a child process too, so that a crash
    /// doesn't end the tests.
    static let regressions = VariantKind(name: "regressions") { number, _ in
        let (target, file) = try regressionFiles.get()[number]
        return (target, [UInt8](try Data(contentsOf: file)))
    }

    /// All committed regressions with their targets.
    static let regressionFiles = Result {
        try FuzzTarget.all.flatMap { target in try SeedFiles(target).regressions.map { (target, $0) } }
    }

    /// Returns a random number generator for each change of a variant.
    private static func changes(_ number: Int, _ mask: UInt) -> [SplitMix] {
        var random = SplitMix(seed: UInt64(number) &* 2 &+ 1)
        return (0...random.below(mostChanges)).map { _ in SplitMix(seed: random.next()) }.enumerated()
            .filter { mask >> UInt($0.offset) & 1 == 1 }.map(\.element)
    }

    /// Every second variant is a valid unit with one short text in place of one value, in an order that visits all
    /// substitutions.
    static let units = VariantKind(name: "units") { number, mask in
        if number % 2 == 0 { return (.units, UnitMutator.substitution(number / 2).bytes) }
        var unit = UnitFiles.valid[number / 2 % UnitFiles.valid.count]
        for var change in changes(number, mask) { unit = UnitMutator.changed(unit, &change) }
        return (.units, unit.bytes)
    }

    static let packages = VariantKind(name: "packages") { number, mask in
        var package = PackageMutator.Package(UnitFiles.valid[number % UnitFiles.valid.count])
        for var change in changes(number, mask) { package = PackageMutator.changed(package, &change) }
        return (.packages, PackageMutator.bytes(of: package) { ContentDigest.sha256(of: Data($0)) })
    }

    /// Recipes as JSON, property lists, XMP packets and, if they are still valid, in the binary format.
    static let recipes = VariantKind(name: "recipes") { number, mask in
        let seeds = try recipeSeeds.get()
        var tree = seeds[number / 4 % seeds.count]
        for var change in changes(number, mask) { tree = RecipeMutator.changed(tree, &change) }
        var random = SplitMix(seed: UInt64(number))
        switch number % 4 {
        case 0: return (.recipes, RecipeMutator.bytes(of: tree, .json, &random))
        case 1: return (.recipes, RecipeMutator.bytes(of: tree, .propertyList, &random))
        case 2: return (.recipePackets, RecipeMutator.bytes(of: tree, .packet, &random))
        default:
            guard let recipe = try? CIRecipe(data: Data(tree.json)) else { return (.recipes, tree.json) }
            var bytes = BinaryRecipe.bytes(of: recipe.recipe)
            // The header is kept, because a different one is refused immediately.
            let head = Array(bytes.prefix(5))
            bytes = head + ByteMutator.changed(Array(bytes.dropFirst(5)), &random)
            return (.recipeBytes, bytes)
        }
    }

    /// Kernels for the compiler front end; one in 32 is also compared on both backends if it compiles.
    static let kernels = VariantKind(name: "kernels") { number, mask in
        let seeds = try kernelSeeds.get()
        var text = seeds[number / 3 % seeds.count]
        if number % 3 == 0 {
            var random = SplitMix(seed: UInt64(number))
            text = KernelTextMaker.text(from: ByteChoices((0..<200).map { _ in UInt8(random.below(256)) }))
        }
        for var change in changes(number, mask) { text = KernelMutator.changed(text, &change) }
        return (number % 32 == 1 ? .kernelBackends : .kernelText, Array(text.utf8))
    }

    /// The communication of a host and a worker in both directions: messages, channels, and the shared status page.
    static let channels = VariantKind(name: "channels") { number, mask in
        let (target, seeds) = try channelSeeds.get()[number % 4]
        var bytes = seeds[number / 4 % seeds.count]
        for (index, change) in changes(number, mask).enumerated() {
            var (change, random) = (ByteChange(seed: UInt64(number) &* 8 &+ UInt64(index)), change)
            bytes = change.changed(bytes, with: random.element(seeds))
        }
        return (target, bytes)
    }

    private static let channelSeeds = Result {
        try [FuzzTarget.unitMessages, .hostChannels, .workerChannels, .statusPages].map { target in
            (target, try SeedFiles(target).corpus.map { [UInt8](try Data(contentsOf: $0)) })
        }
    }
    private static let recipeSeeds = Result {
        try SeedFiles(.recipes).corpus.compactMap { PropertyTree(json: [UInt8](try Data(contentsOf: $0))) }
    }
    private static let kernelSeeds = Result {
        try SeedFiles(.kernelText).corpus.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    }
}
