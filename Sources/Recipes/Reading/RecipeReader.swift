import CoreImageEssentials
import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import UntrustedInput

/// Creates images from untrusted recipes. Values are set through the same checks as those of other clients.
package struct RecipeReader {
    private let context: any RecipeReadingContext
    private var images: [CIImage] = []

    package init(context: any RecipeReadingContext) { self.context = context }

    /// Returns the image that a recipe describes.
    ///
    /// - Throws: `CIRecipeError`, `KernelCompilationError`, and the context's errors.
    static func image(of recipe: ImageRecipe, context: any RecipeReadingContext) throws -> CIImage {
        try RecipeCheck.check(recipe)
        var reader = RecipeReader(context: context)
        for step in recipe.steps {
            try WorkMeter.check()
            try reader.read(step)
        }
        guard let image = reader.images.last else {
            throw CIRecipeError.malformed(place: "its steps", reason: "there are none")
        }
        return image
    }

    /// Creates the filter of a step, with all its inputs set except `omitted`.
    func filter(_ recipe: RecipeFilter, omitting omitted: String? = nil) throws -> CIFilter {
        let filter = try Self.registered(recipe)
        for input in recipe.inputs where input.key != omitted {
            if case .none = input.value, let declared = filter.inputs.input(forKey: input.key) {
                declared.clear()
            } else {
                filter.setValue(try value(input.value, of: recipe.name), forKey: input.key)
            }
        }
        if let error = filter.inputError { throw CIRecipeError.badInput(filter: recipe.name, reason: "\(error)") }
        return filter
    }

    /// Evaluates the next step.
    package mutating func read(_ step: RecipeStep) throws { images.append(try image(of: step)) }

    /// Stores an empty image for the next step, which isn't used.
    mutating func skip() { images.append(.empty()) }

    // MARK: Steps

    private var place: String { CIRecipeError.step(images.count) }

    private func image(of step: RecipeStep) throws -> CIImage {
        switch step {
        case .image(let name): return try context.image(named: name)
        case .file(let file): return try picture(file)
        case .bitmap(let bitmap): return try pixels(of: bitmap)
        case .constant(let color): return CIImage(node: .constant(try graphColor(color)))
        case .crop(let image, let rect): return changed(image) { $0.cropped(to: rect) }
        case .clamp(let image, let rect): return changed(image) { $0.clamped(to: rect) }
        case .transform(let image, let transform, let interpolation):
            return changed(image) { $0.transformed(by: transform, interpolation: interpolation) }
        case .premultiply(let image): return changed(image) { $0.premultiplied() }
        case .unpremultiply(let image): return changed(image) { $0.unpremultiplied() }
        case .convert(let image, let from, let to):
            let spaces = (try from?.space(at: place), try to?.space(at: place))
            return changed(image) { $0.converted(from: spaces.0, to: spaces.1) }
        case .sampling(let image, let interpolation):
            return interpolation == .nearest ? images[image].samplingNearest() : images[image].samplingLinear()
        case .headroom(let image, let headroom): return images[image].settingContentHeadroom(headroom)
        case .intermediate(let image): return images[image].insertingIntermediate()
        case .average(let image, let columns, let rows): return try average(image, columns, rows)
        case .kernel(let kernel): return try result(of: kernel)
        case .filter(let recipe):
            let filter = try filter(recipe)
            do { return try filter.renderableOutput() } catch {
                throw CIRecipeError.badInput(filter: recipe.name, reason: "\(error)")
            }
        case .processor(let processor):
            return try context.processor(processor, inputs: processor.inputs.map { images[$0] })
        case .failure(let text):
            return CIImage(node: .source(FailingSource(context.failure(text)), colorManaged: false))
        }
    }

    // Changes the node only. The image's interpolation isn't inherited: recipes state it in a separate step where it is
    // needed.
    private func changed(_ index: Int, _ change: (ImageNode) -> ImageNode) -> CIImage {
        CIImage(node: change(images[index].node), properties: images[index].properties)
    }

    private func average(_ index: Int, _ columns: Int, _ rows: Int) throws -> CIImage {
        guard let reduction = BoxReduction(of: images[index].node, columns: columns, rows: rows) else {
            throw CIRecipeError.malformed(
                place: place, reason: "an image can't be averaged in blocks of \(columns) × \(rows) pixels")
        }
        return changed(index) { _ in .native(reduction, extent: reduction.extent) }
    }

    private func picture(_ file: RecipeFile) throws -> CIImage {
        let image = try context.image(atPath: file.path)
        guard file.colorSpace != nil || !file.isColorManaged, case .source(let source, _) = image.node.operation else {
            return image
        }
        var pixels = source
        if let space = try file.colorSpace?.space(at: place) {
            do { pixels = try RetaggedSource(source, colorSpace: space) } catch {
                throw CIRecipeError.malformed(place: place, reason: "\(error)")
            }
        }
        return CIImage(
            node: .source(pixels, colorManaged: file.isColorManaged), properties: image.properties,
            origin: .init(url: image.url, colorSpace: pixels.colorSpace))
    }

    private func pixels(of bitmap: RecipeBitmap) throws -> CIImage {
        guard let format = PixelFormat.all.first(where: { $0.name == bitmap.format }) else {
            throw CIRecipeError.malformed(
                place: place,
                reason: "there is no pixel format \(CIRecipeError.quoted(bitmap.format)); it must be one of "
                    + PixelFormat.all.map(\.name).joined(separator: ", "))
        }
        let space = try bitmap.colorSpace?.space(at: place)
        let (bytesPerRow, overflows) = bitmap.width.multipliedReportingOverflow(by: format.bytesPerPixel)
        do {
            let source = try BitmapSource(
                data: bitmap.pixels, bytesPerRow: overflows ? 0 : bytesPerRow, width: bitmap.width,
                height: bitmap.height, format: format, colorSpace: space, alphaState: bitmap.alpha)
            return CIImage(
                node: .source(source, colorManaged: bitmap.isColorManaged), origin: .init(colorSpace: space))
        } catch {
            throw CIRecipeError.malformed(place: place, reason: "\(error)")
        }
    }

    // MARK: Kernels

    private func result(of kernel: RecipeKernel) throws -> CIImage {
        let source = KernelSource(text: kernel.source, file: kernel.file, firstLine: kernel.firstLine)
        guard var program = try KernelTexts.programs(of: source).first(where: { $0.name == kernel.name }) else {
            throw CIRecipeError.malformed(
                place: place, reason: "its text has no kernel \(CIRecipeError.quoted(kernel.name))")
        }
        program.requiresSandbox = kernel.isSandboxed || context.marksKernelsSandboxed
        let arguments = try kernel.arguments.map(argument)
        let first = kernel.arguments.lazy.compactMap { argument -> Int? in
            if case .image(let image) = argument { image.step } else { nil }
        }.first
        let node: ImageNode
        do {
            let extent = kernel.extent.normalized
            switch kernel.region {
            case .shape(let shape):
                let region = CIKernelRegion(shape)
                node = try .kernel(
                    program, arguments: arguments, extent: extent, regionOfInterest: { region($0, $1) },
                    regionIdentity: shape)
            case .function(let number):
                let region = try context.region(number)
                node = try .kernel(
                    program, arguments: arguments, extent: extent, regionOfInterest: { region($0, $1) },
                    regionFailures: region.failure.map { [$0] } ?? [], callsRegionFunctionOnce: region.isComputedOnce)
            }
        } catch let error as KernelArgumentError {
            throw CIRecipeError.malformed(place: place, reason: "\(error)")
        }
        return CIImage(node: node, properties: first.map { images[$0].properties } ?? [:])
    }

    private func argument(_ argument: RecipeArgument) throws -> KernelArgument {
        switch argument {
        case .numbers(let numbers): .numbers(numbers)
        case .color(let color): .color(try graphColor(color))
        case .image(let image):
            .image(
                SampledImage(
                    images[image.step].node, transform: image.transform, interpolation: image.interpolation,
                    wrap: image.wrap, colorSpace: try image.colorSpace?.space(at: place)))
        }
    }

    private func graphColor(_ color: RecipeColor) throws -> GraphColor {
        let parts = color.components.map { Float($0) }
        return GraphColor(
            components: SIMD4(parts[0], parts[1], parts[2], parts[3]),
            colorSpace: try color.colorSpace?.space(at: place))
    }

    // MARK: Filters

    /// Creates a filter by name, and verifies that it is from the unit that the recipe names.
    private static func registered(_ recipe: RecipeFilter) throws(CIRecipeError) -> CIFilter {
        guard let filter = FilterRegistry.shared.filter(named: recipe.name) else {
            throw .missingFilter(
                name: recipe.name, unit: recipe.unit?.identifier, version: recipe.unit?.version?.lowest.description,
                suggestion: FilterRegistry.shared.nearestName(to: recipe.name))
        }
        guard let unit = recipe.unit else { return filter }
        guard filter.unit?.identifier == unit.identifier else {
            throw .otherUnit(filter: recipe.name, expected: unit.identifier, found: filter.unit?.identifier)
        }
        if let required = unit.version {
            guard let version = filter.unit?.version.flatMap(UnitVersion.init), required.accepts(version) else {
                throw .unitVersion(
                    filter: recipe.name, unit: unit.identifier, required: required.description,
                    found: filter.unit?.version)
            }
        }
        return filter
    }

    /// Returns a value in the form of key-value coding.
    package func value(_ value: RecipeValue, of filter: String) throws -> Any? {
        switch value {
        case .none: return nil
        case .number(let number): return NSNumber(value: number)
        case .boolean(let flag): return NSNumber(value: flag)
        case .text(let text): return text
        case .vector(let numbers): return CIVector(components: numbers.map { CGFloat($0) })
        case .color(let color):
            let space = try color.colorSpace?.space(at: place) ?? .standard
            guard space.model == .rgb else {
                throw CIRecipeError.badInput(filter: filter, reason: "\(space) does not have red, green and blue")
            }
            let parts = color.components.map { CGFloat($0) }
            return CIColor(storing: parts[0], parts[1], parts[2], parts[3], in: space)
        case .transform(let transform): return NSAffineTransform(transform)
        case .data(let data): return data
        case .image(let index): return images[index]
        case .colorSpace(let space): return try space.space(at: place)
        case .array(let values): return try values.map { try self.value($0, of: filter) ?? NSNull() }
        case .dictionary(let fields): return try fieldValues(fields, of: filter)
        case .object(let name, let fields):
            guard let type = RecipeObjects.type(named: name) else {
                throw CIRecipeError.badInput(
                    filter: filter,
                    reason: "there is no class \(CIRecipeError.quoted(name)); it is one of "
                        + RecipeObjects.names.joined(separator: ", "))
            }
            guard let object = type.object(from: try fieldValues(fields, of: filter)) else {
                throw CIRecipeError.badInput(filter: filter, reason: "its fields do not make a \(name)")
            }
            return object
        }
    }

    private func fieldValues(_ fields: [RecipeField], of filter: String) throws -> [String: Any] {
        var result: [String: Any] = [:]
        for field in fields { result[field.key] = try value(field.value, of: filter) }
        return result
    }
}

/// The error of an image that could not be rendered when its recipe was written.
struct RecordedFailure: Error, CustomStringConvertible {
    let text: String

    var description: String {
        "the image could not be rendered when its recipe was written: \(printable(text, limit: 1000))"
    }
}
