import CoreImageEssentials
import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// Writes images as steps. A node that is used in several places becomes one step. A node that a filter made becomes a
/// filter step; the nodes between it and the filter's input images aren't visited.
///
/// The traversal uses an explicit stack instead of recursion, because recipes may be very deep.
package struct RecipeWriter {
    private let context: any RecipeWritingContext
    private var steps: [RecipeStep] = []
    /// The headroom of each step's image if no `headroom` step follows; usually that of its first input image.
    private var headrooms: [Float] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var adjusted: [Adjustment: Int] = [:]

    /// A change of an image's interpolation or headroom, which doesn't change its pixels.
    private struct Adjustment: Hashable {
        let place: Int
        let interpolation: Interpolation?
        package let headroom: Float?
    }

    package init(context: any RecipeWritingContext) { self.context = context }

    /// Creates the recipe of an image.
    ///
    /// - Throws: `CIRecipeError.unwritable` and `.tooLarge`, and the context's errors.
    package static func recipe(of image: CIImage, context: any RecipeWritingContext) throws -> ImageRecipe {
        var writer = RecipeWriter(context: context)
        return writer.recipe(endingWith: try writer.write(image))
    }

    /// Returns the recipe written so far, with the step at `place` as its result.
    package mutating func recipe(endingWith place: Int) -> ImageRecipe {
        if place != steps.count - 1 { steps.append(.sampling(place, .linear)) }
        return ImageRecipe(steps: steps)
    }

    /// Appends a step, and returns its index.
    ///
    /// - Parameter headroom: The headroom of the step's image. By default it is that of the first image that the step
    ///   uses.
    package mutating func append(_ step: RecipeStep, headroom: Float? = nil) throws(CIRecipeError) -> Int {
        guard steps.count < RecipeLimits.steps else { throw .tooLarge(what: "steps", limit: RecipeLimits.steps) }
        steps.append(step)
        let inherited = StepInputs(of: step).indices.first.map { headrooms[$0] }
        headrooms.append(headroom ?? inherited ?? 0)
        return steps.count - 1
    }

    /// Returns the step of an image with its interpolation and headroom, after writing the steps that don't exist yet.
    package mutating func write(_ image: CIImage) throws -> Int {
        try write(image.node)
        return try place(of: image)
    }

    // MARK: Nodes

    private mutating func write(_ root: ImageNode) throws {
        var pending: [(node: ImageNode, inputsAreWritten: Bool)] = [(root, false)]
        while let (node, inputsAreWritten) = pending.popLast() {
            let identity = ObjectIdentifier(node)
            if places[identity] != nil { continue }
            if let name = context.name(of: node) {
                places[identity] = try append(.image(name: name), headroom: context.headroom(of: node))
            } else if inputsAreWritten {
                let provenance = node.origin as? FilterProvenance
                places[identity] = try append(try step(for: node), headroom: provenance?.headroom)
            } else {
                pending.append((node, true))
                let inputs = provenance(of: node)?.inputs ?? node.operation.inputs
                pending += inputs.reversed().map { ($0, false) }
            }
        }
    }

    /// Returns the filter that made a node, if the recipe's reader can create this filter too.
    private func provenance(of node: ImageNode) -> FilterProvenance? {
        (node.origin as? FilterProvenance).flatMap { context.isKnown(filter: $0.filter) ? $0 : nil }
    }

    private mutating func step(for node: ImageNode) throws -> RecipeStep {
        if let provenance = provenance(of: node) { return .filter(try filter(provenance)) }
        switch node.operation {
        case .source(let source, let colorManaged):
            return try context.step(forSource: source, colorManaged: colorManaged)
        case .rawSource(let source): return try context.step(forSource: source, colorManaged: false)
        case .constant(let color):
            let everywhere = RecipeStep.constant(try Self.color(color))
            // An empty image is stored as a constant colour with an empty extent.
            return node.extent.isInfinite ? everywhere : .crop(try append(everywhere), node.extent)
        case .crop(let image, let rect): return .crop(place(of: image), rect)
        case .clamp(let image, let rect): return .clamp(place(of: image), rect)
        case .transform(let image, let transform, let interpolation):
            return .transform(place(of: image), transform, interpolation)
        case .premultiply(let image): return .premultiply(place(of: image))
        case .unpremultiply(let image): return .unpremultiply(place(of: image))
        case .convert(let image, let from, let to):
            return .convert(
                place(of: image), from: try from.map(RecipeColorSpace.init), to: try to.map(RecipeColorSpace.init))
        case .kernel(let application): return .kernel(try kernel(application, extent: node.extent))
        case .native(let computation): return try native(computation, extent: node.extent)
        }
    }

    // Inputs are always written before the nodes that use them.
    private func place(of node: ImageNode) -> Int { places[ObjectIdentifier(node)] ?? 0 }

    private mutating func place(of image: CIImage) throws -> Int {
        let place = place(of: image.node)
        // The interpolation and headroom that the reader will assign to the image by itself are not stored.
        let natural = provenance(of: image.node)?.interpolation ?? .linear
        let change = Adjustment(
            place: place, interpolation: image.interpolation == natural ? nil : image.interpolation,
            headroom: image.contentHeadroom == headrooms[place] ? nil : image.contentHeadroom)
        if change.interpolation == nil, change.headroom == nil { return place }
        if let known = adjusted[change] { return known }
        var result = place
        if let headroom = change.headroom { result = try append(.headroom(result, headroom), headroom: headroom) }
        if let interpolation = change.interpolation { result = try append(.sampling(result, interpolation)) }
        adjusted[change] = result
        return result
    }

    private func native(_ computation: any NativeOperator, extent: CGRect) throws -> RecipeStep {
        let inputs = computation.inputs.map(place(of:))
        switch computation {
        case is Intermediate: return .intermediate(inputs[0])
        case let reduction as BoxReduction:
            return .average(inputs[0], columns: reduction.columns, rows: reduction.rows)
        default:
            return .processor(
                RecipeProcessor(
                    number: try context.number(ofProcessor: computation), name: computation.name, inputs: inputs,
                    extent: extent))
        }
    }

    // MARK: Kernels

    private func kernel(_ application: KernelApplication, extent: CGRect) throws -> RecipeKernel {
        let program = application.program
        guard !program.source.text.isEmpty else {
            throw CIRecipeError.unwritable(
                subject: "kernel \(program.name)",
                reason:
                    "its source text isn't known; register the filter that applies it, or give its image as a placeholder"
            )
        }
        let arguments = try application.arguments.map { argument -> RecipeArgument in
            switch argument {
            case .numbers(let numbers): return .numbers(numbers)
            case .color(let color): return .color(try Self.color(color))
            case .image(let image):
                return .image(
                    RecipeSampledImage(
                        step: place(of: image.node), transform: image.transform, interpolation: image.interpolation,
                        wrap: image.wrap, colorSpace: try image.colorSpace.map(RecipeColorSpace.init)))
            }
        }
        return RecipeKernel(
            name: program.name, source: program.source.text, file: program.source.file,
            firstLine: program.source.firstLine, isSandboxed: program.requiresSandbox, arguments: arguments,
            extent: extent, region: try region(of: application))
    }

    private func region(of application: KernelApplication) throws -> RecipeRegion {
        if let shape = application.regionIdentity?.base as? CIKernelRegion.Identity { return .shape(shape) }
        // A colour kernel reads its images only at the output pixel, whatever region function was given.
        if application.program.kind == .color { return .shape(.same) }
        let images = application.arguments.count {
            if case .image = $0 { true } else { false }
        }
        return .function(
            try context.number(
                ofRegion: application.regionOfInterest, images: images, kernel: application.program.name))
    }

    private static func color(_ color: GraphColor) throws(CIRecipeError) -> RecipeColor {
        RecipeColor(
            components: (0..<4).map { Double(color.components[$0]) },
            colorSpace: try color.colorSpace.map { space throws(CIRecipeError) in try RecipeColorSpace(space) })
    }

    // MARK: Filters

    /// Returns a filter step. Images among the values must already have been written.
    ///
    /// - Parameter replacement: An input with another value than the filter's.
    mutating func filter(_ provenance: FilterProvenance, replacing replacement: RecipeField? = nil) throws
        -> RecipeFilter
    {
        var inputs: [RecipeField] = []
        for (key, value) in zip(provenance.keys, provenance.values) {
            if let replacement, key == replacement.key {
                inputs.append(replacement)
            } else if let written = try self.value(value, forKey: key, of: provenance.filter) {
                inputs.append(RecipeField(key: key, value: written))
            }
        }
        // Sorted like the text formats, so that all formats of a recipe are equal.
        inputs.sort { $0.key < $1.key }
        return RecipeFilter(name: provenance.filter, unit: provenance.unit.map(RecipeUnit.init), inputs: inputs)
    }

    private mutating func value(
        _ value: (any CIInputValue)?, forKey key: String, of filter: String
    ) throws -> RecipeValue? {
        guard let value else { return nil }
        // Types are compared exactly, because casts convert numbers to Booleans and nil of one optional type to nil of
        // another.
        let type: Any.Type = Swift.type(of: value)
        if type == Bool.self, let flag = value as? Bool { return .boolean(flag) }
        guard let object = value.keyValue else {
            // No value is stored only if the filter's default isn't nil too.
            if type == CIImage?.self { return nil }
            return FilterRegistry.shared.filter(named: filter)?.value(forKey: key) == nil ? nil : RecipeValue.none
        }
        return try written(object, subject: "\(key) of \(filter)")
    }

    /// Returns a value of key-value coding in the form of recipes.
    package mutating func written(_ value: Any, subject: String) throws -> RecipeValue {
        switch value {
        case let image as CIImage: return .image(try place(of: image))
        case let vector as CIVector: return .vector(vector.components.map(Double.init))
        case let color as CIColor:
            return .color(
                RecipeColor(
                    components: [color.red, color.green, color.blue, color.alpha].map(Double.init),
                    colorSpace: try RecipeColorSpace(color.colorSpace)))
        case let text as String: return .text(text)
        case let text as NSString: return .text(text as String)
        case let data as Data: return .data(data)
        case let data as NSData: return .data(data as Data)
        case let space as CGColorSpace: return .colorSpace(try RecipeColorSpace(space))
        case let transform as NSAffineTransform: return .transform(CGAffineTransform(transform))
        case let transform as CGAffineTransform: return .transform(transform)
        case let object as any RecipeObject:
            let fields = try type(of: object).fields(of: object).map { key, field in
                RecipeField(key: key, value: try written(field, subject: subject))
            }
            return .object(type(of: object).recipeName, fields)
        case let values as [Any]: return .array(try values.map { try written($0, subject: subject) })
        case let values as [String: Any]:
            let fields = try values.sorted { $0.key < $1.key }.map { key, field in
                RecipeField(key: key, value: try written(field, subject: subject))
            }
            return .dictionary(fields)
        default:
            if let number = Number.double(from: value) { return .number(number) }
            throw CIRecipeError.unwritable(
                subject: subject, reason: "a value of class \(type(of: value)) has no written form; set another value")
        }
    }
}
