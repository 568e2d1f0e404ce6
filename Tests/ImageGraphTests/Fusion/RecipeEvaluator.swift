import Foundation
import KernelLanguage
import Pixels

@testable import ImageGraph

/// The reference for the optimiser's results: computes recipes node by node, without fusion.
///
/// Transforms are sampled by a sampler as in kernels, and warps by a formula in this type.
struct RecipeEvaluator {
    struct Unsupported: Error {}

    var backend: any KernelBackend = CompilingInterpreter.compiling

    /// Pixels of `node` in `region`, transparent outside its extent.
    func pixels(of node: ImageNode, _ region: PixelRect) throws -> Raster {
        let output = Raster(bounds: region)
        let part = region.intersection(PixelRect(enclosing: node.extent))
        if part.isEmpty { return output }
        output.copy(from: try inner(node, part))
        return output
    }

    private func inner(_ node: ImageNode, _ region: PixelRect) throws -> Raster {
        let output = Raster(bounds: region)
        let inputs = try node.operation.inputs.enumerated().map { index, input in
            let needed = PixelRect(enclosing: node.operation.region(ofInput: index, for: region.cgRect))
            return try pixels(of: input, needed.intersection(PixelRect(enclosing: input.extent)))
        }
        switch node.operation {
        case .source(let source, _), .rawSource(let source): try source.read(into: output)
        case .constant(let color):
            let value = color.components * color.components.w
            output.fill(region, with: SIMD4(value.x, value.y, value.z, color.components.w))
        case .crop: output.copy(from: inputs[0])
        case .clamp(_, let rect):
            let edge = PixelRect(enclosing: rect)
            each(output) { x, y in
                inputs[0][min(max(x, edge.x), edge.maxX - 1), min(max(y, edge.y), edge.maxY - 1)]
            }
        case .transform(let input, let transform, let interpolation):
            if let (dx, dy) = transform.wholePixelTranslation {
                each(output) { x, y in inputs[0][x - dx, y - dy] }
            } else {
                let binding = SamplerBinding(
                    raster: inputs[0], extent: input.extent, transform: transform.inverted(),
                    interpolation: interpolation)
                try prepare(CopyKernel.program, [binding]).run(
                    arguments: KernelArguments(components: [[]]), images: [binding], region: region, output: output)
            }
        case .kernel(let application): try run(application, inputs, output)
        case .premultiply: each(output) { x, y in multiplied(inputs[0][x, y]) }
        case .unpremultiply: each(output) { x, y in divided(inputs[0][x, y]) }
        case .convert, .native: throw Unsupported()
        }
        return output
    }

    private func prepare(_ program: Program, _ bindings: [SamplerBinding]) throws -> any PreparedKernel {
        let images = bindings.map { binding in
            ImageLayout(
                interpolation: binding.interpolation, wrap: binding.wrap,
                isAligned: binding.transform.wholePixelTranslation != nil)
        }
        return try backend.prepare(program, layout: KernelLayout(images: images, output: .RGBAf))
    }

    private func run(_ application: KernelApplication, _ inputs: [Raster], _ output: Raster) throws {
        var bindings: [SamplerBinding] = []
        var numbers: [[Float]] = []
        for argument in application.arguments {
            switch argument {
            case .numbers(let values): numbers.append(values)
            case .color(let color):
                let pixel = multiplied(color.components)
                numbers.append([pixel.x, pixel.y, pixel.z, pixel.w])
            case .image(let image):
                numbers.append([])
                bindings.append(
                    SamplerBinding(
                        raster: inputs[bindings.count], extent: image.node.extent,
                        transform: image.transform.inverted(), interpolation: image.interpolation, wrap: image.wrap))
            }
        }
        let isWarp = application.program.kind == .warp
        let warped = isWarp ? bindings.popLast() : nil
        if isWarp { numbers.removeLast() }
        try prepare(application.program, bindings).run(
            arguments: KernelArguments(components: numbers), images: bindings, region: output.bounds, output: output)
        guard let warped, let image = inputs.last else { return }
        each(output) { x, y in
            let point = CGPoint(x: Double(output[x, y].x), y: Double(output[x, y].y)).applying(warped.transform)
            return value(of: image, at: point, warped)
        }
    }

    /// Returns the sample at a point, transparent outside the image. A point less than 1/1024 pixel from a pixel centre
    /// (or, without interpolation, below an edge) is moved to it.
    private func value(of image: Raster, at point: CGPoint, _ binding: SamplerBinding) -> SIMD4<Float> {
        guard abs(point.x) < 1e9, abs(point.y) < 1e9 else { return .zero }
        let snap = 1.0 / 1024
        let edge = PixelRect(enclosing: binding.extent)
        func at(_ x: Int, _ y: Int) -> SIMD4<Float> {
            binding.wrap == .transparent
                ? image[x, y] : image[min(max(x, edge.x), edge.maxX - 1), min(max(y, edge.y), edge.maxY - 1)]
        }
        if binding.interpolation == .nearest {
            return at(Int((point.x + snap).rounded(.down)), Int((point.y + snap).rounded(.down)))
        }
        func split(_ value: Double) -> (Int, Float) {
            let near = value.rounded()
            if abs(value - near) <= snap { return (Int(near), 0) }
            return (Int(value.rounded(.down)), Float(value - value.rounded(.down)))
        }
        func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> {
            t == 0 ? a : a * (1 - t) + b * t
        }
        let ((x, u), (y, v)) = (split(point.x - 0.5), split(point.y - 0.5))
        let low = mix(at(x, y), u == 0 ? .zero : at(x + 1, y), u)
        if v == 0 { return low }
        return mix(low, mix(at(x, y + 1), u == 0 ? .zero : at(x + 1, y + 1), u), v)
    }

    private func each(_ raster: Raster, _ pixel: (Int, Int) -> SIMD4<Float>) {
        for y in raster.bounds.y..<raster.bounds.maxY {
            for x in raster.bounds.x..<raster.bounds.maxX { raster[x, y] = pixel(x, y) }
        }
    }

    private func multiplied(_ c: SIMD4<Float>) -> SIMD4<Float> { SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w) }
    private func divided(_ c: SIMD4<Float>) -> SIMD4<Float> {
        c.w == 0 ? .zero : SIMD4(c.x / c.w, c.y / c.w, c.z / c.w, c.w)
    }
}

extension Raster {
    /// The bits of all pixels, row by row. All NaNs have the same bits.
    var pixelBits: [SIMD4<UInt32>] {
        (bounds.y..<bounds.maxY).flatMap { y in
            (bounds.x..<bounds.maxX).map { x in
                let pixel = self[x, y]
                func bits(_ value: Float) -> UInt32 { value.isNaN ? Float.nan.bitPattern : value.bitPattern }
                return SIMD4(bits(pixel.x), bits(pixel.y), bits(pixel.z), bits(pixel.w))
            }
        }
    }

    /// The largest difference between the components of two rasters, relative to their magnitude if it is above 1. It
    /// is infinite if only one of two components is NaN.
    func difference(to other: Raster) -> Float {
        var worst: Float = 0
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                for channel in 0..<4 {
                    let (a, b) = (self[x, y][channel], other[x, y][channel])
                    if a == b || (a.isNaN && b.isNaN) { continue }
                    let difference = abs(a - b) / max(1, abs(a))
                    worst = difference.isNaN ? .infinity : max(worst, difference)
                }
            }
        }
        return worst
    }
}
