import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels
import Recipes
import UntrustedInput

/// Translates images between the host and a worker's recipes. Images that are sent are replaced by numbers; a recipe
/// that comes back may use only these images, files of the unit's bundle, built-in filters and functions of the worker.
final class RemoteRecipeContext: RecipeWritingContext, RecipeReadingContext {
    /// The images sent, indexed by their numbers.
    private(set) var images: [CIImage] = []
    private unowned let output: RemoteOutput
    private var numbers: [ObjectIdentifier: Int] = [:]
    private let properties: [ObjectIdentifier: [String: Any]]

    /// - Parameter given: Images that may be sent. When one of them comes back, it keeps its properties.
    init(output: RemoteOutput, images given: [CIImage]) {
        self.output = output
        properties = Dictionary(
            given.map { (ObjectIdentifier($0.node), $0.properties) }, uniquingKeysWith: { first, _ in first })
    }

    /// The maximum size of the kernel text in a recipe, in bytes, with each text counted once. Real filters have a few
    /// thousand bytes.
    private static let maximumKernelText = 1 << 18

    /// Decodes the image that a recipe from the worker describes.
    func image(of bytes: [UInt8]) throws -> CIImage {
        let recipe = try BinaryRecipe.recipe(from: bytes)
        let limit = output.code.limits.recipeSteps
        guard recipe.steps.count <= limit else { throw CIRecipeError.tooLarge(what: "steps", limit: limit) }
        // Compiling kernels isn't covered by the worker's deadline.
        var sources: Set<String> = []
        for case .kernel(let kernel) in recipe.steps { sources.insert(kernel.source) }
        guard sources.reduce(0, { $0 + $1.utf8.count }) <= Self.maximumKernelText else {
            throw CIRecipeError.tooLarge(what: "bytes of kernels", limit: Self.maximumKernelText)
        }
        for case .filter(let filter) in recipe.steps {
            // A recipe that used its own filter, or another unit's, could recurse without end.
            guard let entry = FilterRegistry.shared.entry(named: filter.name), entry.origin == .builtIn else {
                throw CIRecipeError.badInput(
                    filter: filter.name, reason: "a unit's recipe may use built-in filters only")
            }
        }
        return try RecipeReader.untrustedImage(of: recipe, context: self)
    }

    // MARK: Writing

    private static let unnumbered = "an image of the host has no number; report this as a bug of Core Image"

    /// Returns a number for every image of the host, so that no recipe of it is sent.
    func name(of node: ImageNode) -> String? {
        if let known = numbers[ObjectIdentifier(node)] { return String(known) }
        let number = images.count
        images.append(CIImage(node: node, properties: properties[ObjectIdentifier(node)] ?? [:]))
        numbers[ObjectIdentifier(node)] = number
        return String(number)
    }

    func step(forSource source: any PixelSource, colorManaged: Bool) throws -> RecipeStep {
        throw CIRecipeError.unwritable(subject: "a picture", reason: Self.unnumbered)
    }

    func number(
        ofRegion region: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect, images: Int, kernel: String
    ) throws -> Int {
        throw CIRecipeError.unwritable(subject: "kernel \(kernel)", reason: Self.unnumbered)
    }

    func number(ofProcessor computation: any NativeOperator) throws -> Int {
        throw CIRecipeError.unwritable(subject: computation.name, reason: Self.unnumbered)
    }

    // MARK: Reading

    func image(named name: String) throws -> CIImage {
        guard let number = Int(name), images.indices.contains(number) else {
            throw CIRecipeError.missingImage(name: name, given: images.indices.map(String.init))
        }
        return images[number]
    }

    func image(atPath path: String) throws -> CIImage {
        let bundle = output.code.bundle.resolvingSymlinksInPath().standardizedFileURL.path
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL
        guard path.hasPrefix("/"), file.path.hasPrefix(bundle + "/") else {
            throw CIRecipeError.fileNotAllowed(path: path)
        }
        return try CIImage(loading: file)
    }

    func region(_ number: Int) throws -> CIKernelRegion {
        let output = output
        return CIKernelRegion(throwing: { index, rect in
            try output.region(ofInput: index, number: number, ofProcessor: false, for: rect)
        })
    }

    func processor(_ processor: RecipeProcessor, inputs: [CIImage]) throws -> CIImage {
        let computation = ProcessorOperator(
            RemoteProcessor(number: processor.number, name: printable(processor.name, limit: 100), of: output),
            inputs: inputs.map(\.node))
        return CIImage(
            node: .native(computation, extent: processor.extent.normalized),
            properties: inputs.first?.properties ?? [:])
    }

    func failure(_ reason: String) -> any Error {
        CIPlugInFailure(
            unit: output.code.bundle, filter: output.filter, cause: .refused, reason: printable(reason, limit: 2000))
    }

    var marksKernelsSandboxed: Bool { !CIPlugIn.trustsKernels }
}
