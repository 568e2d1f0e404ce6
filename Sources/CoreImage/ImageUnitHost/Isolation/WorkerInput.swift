import Foundation
import ImageUnits

/// An input of a filter in a worker process, as the filter describes it.
struct WorkerInput: @unchecked Sendable {
    let key: String
    /// What `CIFilter.attributes` holds for it; immutable objects.
    let attributes: [String: Any]

    private var className: String { attributes[kCIAttributeClass] as? String ?? "" }

    /// The value to begin with.
    var defaultValue: Any? { attributes[kCIAttributeDefault] }

    /// The value as the input takes it, or nil when its class is wrong. What the host can't judge the filter refuses itself.
    func accepted(_ value: Any) -> Any? {
        switch className {
        case "NSNumber", "CIVector", "CIColor", "CIImage": InputDescription.accepted(value, asClass: className)
        case "NSString": value as? String
        case "NSData": value as? Data
        default: value
        }
    }

    /// The class for error texts.
    var expectedClass: String { className.isEmpty ? "an object" : className }
}

extension WorkerInput {
    /// The input as Description.plist describes it.
    init(_ description: InputDescription) {
        self.init(key: description.name, attributes: description.attributeDictionary)
    }

    /// The inputs that a description consists of: the inputs of its last step, a filter, each a dictionary of attributes.
    static func inputs(from recipe: ImageRecipe) throws -> [WorkerInput] {
        guard case .filter(let filter) = recipe.steps.last, recipe.steps.count == 1 else {
            throw CIRecipeError.malformed(place: "its steps", reason: "it describes no filter")
        }
        let reader = RecipeReader(context: NoImages())
        return try filter.inputs.map { input in
            let attributes = try reader.value(input.value, of: filter.name) as? [String: Any]
            return WorkerInput(key: input.key, attributes: attributes ?? [:])
        }
    }

    /// A description names no images.
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
