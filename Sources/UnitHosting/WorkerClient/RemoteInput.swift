import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes

/// An input of a filter in a worker process, as the filter describes it.
struct RemoteInput: @unchecked Sendable {
    let key: String
    /// The input's attributes, as in `CIFilter.attributes`. The objects are immutable.
    let attributes: [String: Any]

    private var className: String { attributes[kCIAttributeClass] as? String ?? "" }

    /// The default value.
    var defaultValue: Any? { attributes[kCIAttributeDefault] }

    /// Returns the value converted to the input's class, or nil if it can't be converted. Values of other classes are
    /// checked by the filter itself.
    func accepted(_ value: Any) -> Any? {
        switch className {
        case "NSNumber", "CIVector", "CIColor", "CIImage": InputDescription.accepted(value, asClass: className)
        case "NSString": value as? String
        case "NSData": value as? Data
        default: value
        }
    }

    /// The class name for error messages.
    var expectedClass: String { className.isEmpty ? "an object" : className }
}

extension RemoteInput {
    /// Creates an input from its description in Description.plist.
    init(_ description: InputDescription) {
        self.init(key: description.name, attributes: description.attributeDictionary)
    }

    /// Returns the inputs in a filter's description, which is a recipe with one filter step: each input value is a
    /// dictionary of attributes.
    static func inputs(from recipe: ImageRecipe) throws -> [RemoteInput] {
        guard case .filter(let filter) = recipe.steps.last, recipe.steps.count == 1 else {
            throw CIRecipeError.malformed(place: "its steps", reason: "it describes no filter")
        }
        let reader = RecipeReader(context: NoImages())
        return try filter.inputs.map { input in
            let attributes = try reader.value(input.value, of: filter.name) as? [String: Any]
            return RemoteInput(key: input.key, attributes: attributes ?? [:])
        }
    }

    /// A context without images, because a description contains none.
    private struct NoImages: RecipeReadingContext {
        func image(named name: String) throws -> CIImage { throw CIRecipeError.missingImage(name: name, given: []) }
        func image(atPath path: String) throws -> CIImage { throw CIRecipeError.fileNotAllowed(path: path) }
        func region(_ number: Int) throws -> CIKernelRegion {
            throw CIRecipeError.malformed(place: "a description", reason: "it has a region")
        }
        func processor(_ processor: RecipeProcessor, inputs: [CIImage]) throws -> CIImage {
            throw CIRecipeError.malformed(place: "a description", reason: "it has a processor")
        }
        var marksKernelsSandboxed: Bool { true }
    }
}
