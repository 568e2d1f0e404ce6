import ImageGraph
import Pixels

extension RenderStep {
    /// Computes every pixel of `region` into `output` with an operator that reads pixels as they are stored.
    func compute(
        _ region: PixelRect, stored inputs: [PixelView], by computation: any StoredPixelOperator,
        into output: PixelView
    ) throws {
        do {
            try computation.render(stored: inputs, region: region, into: output)
        } catch {
            throw RenderingError.operatorFailed(name: name, underlying: error)
        }
    }

    /// Computes every pixel of `region`, which lies within the step's bounds, into `output`, whose bounds equal
    /// `region`.
    ///
    /// Pixels that `inputs` don't contain are transparent.
    func compute(_ region: PixelRect, inputs: [Raster], into output: Raster) throws {
        let input = inputs.first ?? .transparent
        switch operation {
        case .source(let source, let conversion): try output.read(source, converting: conversion)
        case .rawSource(let source): try output.readRaw(source)
        case .constant(let pixel): output.fill(region, with: pixel)
        case .view(let dx, let dy): output.show(input.moved(dx: dx, dy: dy))
        case .intermediate: output.show(input)
        case .clamp(let rect): output.show(input, clampedTo: rect)
        case .affine(let inverse, let interpolation):
            output.sample(input, through: inverse, interpolation: interpolation)
        case .convertedSource(let alpha, let conversion):
            output.show(input)
            output.importPixels(alpha, converting: conversion)
        case .kernel, .bitmap, .texture, .streamed:
            preconditionFailure("kernels run on views, and held pixels are read where they are")
        case .premultiply: output.map(input) { $0.premultiplied }
        case .unpremultiply: output.map(input) { $0.unpremultiplied }
        case .convertForIntegers(let conversion):
            output.show(input)
            output.convertPremultiplied(conversion, clampsToUnitRange: true)
        case .convert(let conversion):
            output.show(input)
            output.convertPremultiplied(conversion)
        case .native(let computation):
            do {
                try computation.render(inputs: inputs, region: region, into: output)
            } catch {
                throw RenderingError.operatorFailed(name: name, underlying: error)
            }
        }
    }
}
