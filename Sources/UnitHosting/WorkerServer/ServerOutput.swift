import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels
import Recipes

/// An output image that was made in a worker process: the functions of its recipe that only this process can call,
/// indexed by their numbers.
///
/// One thread fills it while the recipe is written; afterwards any number of threads read it.
final class ServerOutput: RecipeWritingContext, @unchecked Sendable {
    private var regions: [@Sendable (_ index: Int, _ output: CGRect) -> CGRect] = []
    private var processors: [any NativeOperator] = []
    // Sources that aren't files are written as pixels.
    private let stored = StoredRecipeWritingContext()

    var regionCount: Int { regions.count }
    var processorCount: Int { processors.count }

    /// Returns the region of interest of a kernel's or processor's input image.
    func region(_ number: Int, ofProcessor: Bool, image: Int, rect: CGRect) throws -> CGRect {
        if ofProcessor {
            let computation = try processor(number)
            let answer = computation.regionOfInterest(ofInput: image, for: rect)
            if let error = computation.regionFailures.lazy.compactMap(\.error).first { throw error }
            return answer
        }
        guard regions.indices.contains(number) else { throw UnitServerError.unknownFunction(number) }
        return regions[number](image, rect)
    }

    /// Computes pixels with a processor.
    func process(_ number: Int, inputs: [Raster], region: PixelRect, output: Raster) throws {
        try processor(number).render(inputs: inputs, region: region, into: output)
    }

    private func processor(_ number: Int) throws -> any NativeOperator {
        guard processors.indices.contains(number) else { throw UnitServerError.unknownFunction(number) }
        return processors[number]
    }

    // MARK: Writing

    func name(of node: ImageNode) -> String? {
        guard case .native(let computation) = node.operation, let image = computation as? HostImage else { return nil }
        return String(image.number)
    }

    /// Only built-in filters are written by name; for a filter of the unit the host would have to call this process
    /// again.
    func isKnown(filter name: String) -> Bool { FilterRegistry.shared.entry(named: name)?.origin == .builtIn }

    func step(forSource source: any PixelSource, colorManaged: Bool) throws -> RecipeStep {
        try stored.step(forSource: source, colorManaged: colorManaged)
    }

    func number(
        ofRegion region: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect, images: Int, kernel: String
    ) throws -> Int {
        regions.append(region)
        return regions.count - 1
    }

    func number(ofProcessor computation: any NativeOperator) throws -> Int {
        // Only the unit's processors need a number; computations of built-in filters are written as the filter.
        guard computation is ProcessorOperator else { return try stored.number(ofProcessor: computation) }
        processors.append(computation)
        return processors.count - 1
    }
}
