import CoreImageEssentials
import Foundation
import ImageGraph
import Recipes

/// One filter object of a unit in a worker process. Requests for the same object are handled one after the other.
final class ServerFilter: @unchecked Sendable {
    private let filter: CIFilter
    private let lock = NSLock()

    init(_ filter: CIFilter) { self.filter = filter }

    /// Returns the output image for the values of a recipe's last step; nil if the filter has none.
    func image(for recipe: ImageRecipe, extents: [CGRect]) throws -> CIImage? {
        guard case .filter(let values) = recipe.steps.last else { return nil }
        return try lock.withLock {
            var reader = RecipeReader(context: HostImages(extents: extents))
            for step in recipe.steps.dropLast() { try reader.read(step) }
            for key in filter.inputKeys where !values.inputs.contains(where: { $0.key == key }) {
                filter.setValue(nil, forKey: key)
            }
            for input in values.inputs {
                filter.setValue(try reader.value(input.value, of: values.name), forKey: input.key)
            }
            if let error = filter.inputError { throw error }
            return filter.outputImage
        }
    }
}

/// Resolves the numbers by which a request refers to the host's images.
private struct HostImages: RecipeReadingContext {
    let extents: [CGRect]

    func image(named name: String) throws -> CIImage {
        guard let number = Int(name), extents.indices.contains(number) else {
            throw CIRecipeError.missingImage(name: name, given: extents.indices.map(String.init))
        }
        return CIImage(node: .native(HostImage(number: number), extent: extents[number]))
    }

    func image(atPath path: String) throws -> CIImage { throw CIRecipeError.fileNotAllowed(path: path) }

    func region(_ number: Int) throws -> CIKernelRegion { throw UnitServerError.unknownFunction(number) }

    func processor(_ processor: RecipeProcessor, inputs: [CIImage]) throws -> CIImage {
        throw UnitServerError.unknownFunction(processor.number)
    }

    var marksKernelsSandboxed: Bool { false }
}
