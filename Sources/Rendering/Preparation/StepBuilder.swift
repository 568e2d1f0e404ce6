import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// Makes the steps of a recipe, each after its inputs. A node that is used in several places becomes one step.
///
/// Uses an explicit stack instead of recursion, because recipes may be many thousand nodes deep.
struct StepBuilder {
    /// Identifies a step. One node becomes several steps if its values are also needed unconverted, or if a kernel
    /// needs it in another colour space.
    private struct Key: Hashable {
        let node: ObjectIdentifier
        let isRaw: Bool
        let colorSpace: CGColorSpace?
    }

    private struct Frame {
        let request: Request
        let inputs: [Request]
        var next = 0
    }

    private struct Request {
        let node: ImageNode
        let isRaw: Bool
        let colorSpace: CGColorSpace?
        var key: Key { Key(node: ObjectIdentifier(node), isRaw: isRaw, colorSpace: colorSpace) }
    }

    private let colors: ColorConversionCache
    private let backend: any KernelBackend
    /// Height of the strips; nil unless the rendering goes from the top down.
    private let stripHeight: Int?
    private var streams: [ObjectIdentifier: Int] = [:]
    private var steps: [RenderStep] = []
    private var indices: [Key: Int] = [:]
    private var open: Set<Key> = []

    /// Returns the steps for `root`, which is the last step.
    static func steps(
        for root: ImageNode, colors: ColorConversionCache, backend: any KernelBackend, stripHeight: Int? = nil
    ) throws -> [RenderStep] {
        var builder = StepBuilder(colors: colors, backend: backend, stripHeight: stripHeight)
        try builder.build(root)
        return builder.steps
    }

    private init(colors: ColorConversionCache, backend: any KernelBackend, stripHeight: Int?) {
        (self.colors, self.backend, self.stripHeight) = (colors, backend, stripHeight)
    }

    private mutating func build(_ root: ImageNode) throws {
        let meter = WorkMeter.current
        var stack: [Frame] = [frame(for: Request(node: root, isRaw: false, colorSpace: nil))]
        while var top = stack.popLast() {
            try meter?.check()
            if top.next < top.inputs.count {
                let request = top.inputs[top.next]
                top.next += 1
                stack.append(top)
                if indices[request.key] != nil { continue }
                if open.contains(request.key) { throw RenderingError.cyclicRecipe(step: request.node.operation.name) }
                stack.append(frame(for: request))
            } else {
                try finish(top)
            }
        }
    }

    private mutating func frame(for request: Request) -> Frame {
        open.insert(request.key)
        return Frame(request: request, inputs: inputs(of: request))
    }

    private func inputs(of request: Request) -> [Request] {
        let node = request.node
        if node.extent.isNull { return [] }
        if request.colorSpace != nil { return [Request(node: node, isRaw: request.isRaw, colorSpace: nil)] }
        guard case .kernel(let application) = node.operation else {
            return node.operation.inputs.map { Request(node: $0, isRaw: request.isRaw, colorSpace: nil) }
        }
        let types = application.program.parameters.map(\.type).filter(\.isImage)
        return application.images.enumerated().map { index, image in
            let isRaw = request.isRaw || (index < types.count && types[index] == .table)
            return Request(node: image.node, isRaw: isRaw, colorSpace: isRaw ? nil : image.colorSpace)
        }
    }

    private mutating func finish(_ frame: Frame) throws {
        let node = frame.request.node
        let operation = node.operation
        var computation = StepOperation.constant(.zero)
        var regions: ImageOperation?
        if !node.extent.isNull {
            if let space = frame.request.colorSpace {
                computation =
                    try colors.conversion(from: nil, to: space).map(StepOperation.convert) ?? .view(dx: 0, dy: 0)
            } else {
                computation = try self.computation(for: operation, isRaw: frame.request.isRaw)
                regions = operation
            }
        }
        var inputs = frame.inputs.compactMap { indices[$0.key] }
        let bounds = PixelRect(enclosing: node.extent)
        if case .source(let source, let conversion) = computation, let stream = try stream(source) {
            // A source is read once. All steps that need it share its rows, whatever their colour spaces are.
            computation = .convertedSource(source.alphaState, conversion)
            regions = nil
            inputs = [streams[ObjectIdentifier(source)] ?? steps.count]
            if inputs == [steps.count] {
                streams[ObjectIdentifier(source)] = steps.count
                steps.append(
                    RenderStep(.streamed(stream), of: nil, inputs: [], bounds: bounds, name: operation.name))
            }
        }
        indices[frame.request.key] = steps.count
        open.remove(frame.request.key)
        steps.append(RenderStep(computation, of: regions, inputs: inputs, bounds: bounds, name: operation.name))
    }

    private func computation(for operation: ImageOperation, isRaw: Bool) throws -> StepOperation {
        let unchanged = StepOperation.view(dx: 0, dy: 0)
        switch operation {
        case .source(let source, let colorManaged):
            let conversion = colorManaged && !isRaw ? try colors.toWorkingSpace(from: source.colorSpace) : nil
            // Premultiplied floats need no copy. Without this, tables would be copied as a whole for every tile.
            if conversion == nil, source.alphaState == .premultiplied, let pixels = try source.storageWithinDeadline(),
                pixels.raster != nil
            {
                return .bitmap(pixels)
            }
            return .source(source, conversion)
        case .rawSource(let source):
            if let stream = try stream(source) { return .streamed(stream) }
            if source.textureFormat != nil { return .texture(source) }
            if let pixels = try source.storageWithinDeadline(), backend.canRead(pixels.format) {
                return .bitmap(pixels)
            }
            return .rawSource(source)
        case .constant(let color):
            return .constant(isRaw ? color.components.premultiplied : try colors.pixel(for: color))
        case .crop: return unchanged
        case .clamp(_, let rect): return .clamp(PixelRect(enclosing: rect))
        case .transform(_, let transform, let interpolation):
            if let (x, y) = transform.wholePixelTranslation { return .view(dx: x, dy: y) }
            return .affine(inverse: transform.inverted(), interpolation)
        case .kernel(let application): return .kernel(try boundKernel(for: application))
        case .premultiply: return .premultiply
        case .unpremultiply: return .unpremultiply
        case .convert(_, let from, let to):
            return isRaw ? unchanged : try colors.conversion(from: from, to: to).map(StepOperation.convert) ?? unchanged
        case .native(let computation):
            if computation is Intermediate { return .intermediate }
            return .native(backend.accelerated(computation) ?? computation)
        }
    }

    /// Returns a stream over a source; nil unless the rendering and the source both go from the top down.
    private func stream(_ source: any PixelSource) throws -> StreamedSource? {
        guard let stripHeight else { return nil }
        if let known = streams[ObjectIdentifier(source)], case .streamed(let stream) = steps[known].operation {
            return stream
        }
        return try StreamedSource(source, stripHeight: stripHeight)
    }

    private func boundKernel(for application: KernelApplication) throws -> BoundKernel {
        let program = application.program
        do {
            try application.checkArguments()
        } catch {
            throw RenderingError.kernelFailed(kernel: program.name, underlying: error)
        }
        var components: [[Float]] = []
        for argument in application.arguments.prefix(program.parameters.count) {
            switch argument {
            case .numbers(let numbers): components.append(numbers)
            case .color(let color):
                let pixel = try colors.pixel(for: color)
                components.append([pixel.x, pixel.y, pixel.z, pixel.w])
            case .image: components.append([])
            }
        }
        return BoundKernel(application, components: components)
    }
}
