import Foundation
import Interpreter
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

/// Conversions to the working space and back around a resampling.
@Suite("Colours of resampled sources") struct ResampledColorTests {
    /// Every pair of a component and alpha: the component is the column, alpha the row.
    private func everyPair(_ alpha: AlphaState, _ format: PixelFormat = .RGBA8) throws -> ImageNode {
        var values: [Float] = []
        for y in 0..<256 { for x in 0..<256 { values += [x, 255 - x, x / 2, y].map { Float($0) / 255 } } }
        let data =
            format.isFloat
            ? values.withUnsafeBytes { Data($0) } : Data(values.map { UInt8(($0 * 255).rounded()) })
        return .source(
            try BitmapSource(
                data: data, bytesPerRow: 256 * format.bytesPerPixel, width: 256, height: 256, format: format,
                colorSpace: Recipe.sRGB, alphaState: alpha))
    }

    /// An image whose pixels keep their places although it is resampled: a warp to the pixel's own place.
    private func warped(_ image: ImageNode) throws -> ImageNode {
        try .kernel(
            Recipe.program("kernel vec2 still() { return destCoord(); }"), arguments: [.image(SampledImage(image))],
            extent: image.extent
        ) { $1 }
    }

    private func optimised(_ node: ImageNode, output: PixelFormat, _ rules: [any GraphRule]? = nil) throws -> ImageNode
    {
        let context = OptimisationContext(
            workingColorSpace: Recipe.linear, visible: CGRect(x: -9, y: -9, width: 300, height: 300), output: output,
            backend: InterpreterBackend())
        let rules = rules ?? [ConvertAfterResampling(), CancelColorPairs()]
        return try GraphOptimiser(rules: rules).optimise(node, in: context).root
    }

    @Test("the way to linear light and back limits premultiplied 8-bit colours to alpha, for every colour and alpha")
    func premultiplied() throws {
        let image = try everyPair(.premultiplied)
        let flipped = image.transformed(by: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 256, ty: 0))
        for (node, isFlipped) in [(image, false), (try warped(image), false), (flipped, true)] {
            let result = try optimised(node.converted(from: nil, to: Recipe.sRGB), output: .RGBA8)
            #expect(result.operationNames.first == "kernel limitToAlpha")
            #expect(!result.operationNames.contains("convert"))
            let pixels = try RecipeEvaluator().pixels(of: result, PixelRect(x: 0, y: 0, width: 256, height: 256))
            for y in 0..<256 {
                for x in 0..<256 {
                    let c = isFlipped ? 255 - x : x
                    // Row 0 of the data is the top one.
                    let alpha = 255 - y
                    // Dividing by alpha, clamping to 1, decoding, encoding, and multiplying by alpha.
                    let expected = [c, 255 - c, c / 2].map { component in
                        alpha == 0 ? 0 : min(Double(component) / Double(alpha), 1) * Double(alpha) / 255
                    }
                    let pixel = pixels[x, y]
                    let isRight = (0..<3).allSatisfy { abs(Double(pixel[$0]) - expected[$0]) < 1e-7 }
                    if !isRight || pixel.w != Float(alpha) / 255 { Issue.record("\(x) \(y) \(pixel)") }
                }
            }
        }
    }

    @Test("where colours may be negative or above 1, and for results in floats, they are converted there and back")
    func kept() throws {
        let (bytes, floats) = (try everyPair(.premultiplied), try everyPair(.premultiplied, .RGBAf))
        for (image, output) in [(bytes, PixelFormat.RGBAf), (floats, .RGBA8), (floats, .RGBAf)] {
            for node in [image, try warped(image)] {
                let result = try optimised(node.converted(from: nil, to: Recipe.sRGB), output: output)
                #expect(result.operationNames.first == "convert")
            }
        }
        // The conversion isn't the last step, so colours aren't clamped.
        let inside = try Recipe.kernel(Recipe.invert, [warped(bytes).converted(from: nil, to: Recipe.sRGB)])
        #expect(try optimised(inside, output: .RGBA8).operationNames.prefix(2) == ["kernel invert", "convert"])
    }

    @Test("a mean of pixels whose colour vanishes with alpha has that property, unless alpha may be negative")
    func vanishing() throws {
        let turn = CGAffineTransform(rotationAngle: 0.3)
        let (bytes, floats) = (try everyPair(.unpremultiplied), try everyPair(.unpremultiplied, .RGBAf))
        for image in [bytes.transformed(by: turn), try warped(bytes), try warped(bytes.clamped(to: bytes.extent))] {
            let result = try optimised(image.converted(from: nil, to: Recipe.sRGB), output: .RGBAf)
            #expect(!result.operationNames.contains("convert"), "\(result)")
        }
        for image in [floats.transformed(by: turn), try warped(floats)] {
            #expect(!AlphaAnalysis.vanishesWithAlpha(image))
        }
        #expect(!AlphaAnalysis.vanishesWithAlpha(try everyPair(.premultiplied).transformed(by: turn)))
        #expect(!AlphaAnalysis.isMixtureOfIntegers(try Recipe.kernel(Recipe.invert, [bytes])))
    }
}
