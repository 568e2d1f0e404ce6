import Foundation
import Interpreter
import JIT
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Output formats")
struct OutputFormatTests {
    private static let region = PixelRect(-3, -2, 37, 21)
    private static let gap = 12

    private static func recipes() throws -> [ImageNode] {
        let text = "kernel vec4 lift(__sample s) { return s * 1.5 - vec4(0.2, 0.1, 0.0, 0.0); }"
        let program = try #require(KernelCompiler.compile(KernelSource(text: text)).kernels.first)
        let image = ImageNode.source(PatternSource(30, 17))
        let kernel = try ImageNode.kernel(program, arguments: [.image(SampledImage(image))], extent: image.extent)
        return [
            kernel, image, kernel.transformed(by: CGAffineTransform(translationX: 2, y: -1)),
            kernel.gaussianBlurred(sigma: 6), kernel.cropped(to: CGRect(x: 2, y: 3, width: 10, height: 9)),
        ]
    }

    /// The bytes of a rendering, from the top row down, with a gap after every row.
    private static func bytes(
        _ node: ImageNode, _ format: PixelFormat, _ renderer: Renderer, offset: Int = 0
    ) throws -> (bytes: [UInt8], rowBytes: Int) {
        let rowBytes = region.width * format.bytesPerPixel + gap
        var bytes = [UInt8](repeating: 0xA5, count: rowBytes * region.height + offset)
        try bytes.withUnsafeMutableBytes { buffer in
            let start = try #require(buffer.baseAddress) + offset
            try renderer.render(
                node,
                into: PixelView(topLeft: start, bounds: region, format: format, bytesPerRow: rowBytes, keeping: nil))
        }
        return (bytes, rowBytes)
    }

    private static func renderer(_ backend: any KernelBackend) -> Renderer {
        Renderer(
            configuration: RendererConfiguration(
                workingColorSpace: nil, backend: backend, tileWidth: 13, tileHeight: 6, threadCount: 3,
                cacheIntermediates: false))
    }

    @Test(
        "every format holds the float picture, packed, and nothing is written between rows", arguments: [false, true])
    func allFormats(compiled: Bool) throws {
        let backend: any KernelBackend = compiled ? JITBackend(interpreter: InterpreterBackend()) : InterpreterBackend()
        let renderer = Self.renderer(backend)
        for (number, node) in try Self.recipes().enumerated() {
            let floats = try renderer.render(node, region: Self.region)
            for format in PixelFormat.all {
                let (found, rowBytes) = try Self.bytes(node, format, renderer)
                var expected = [UInt8](repeating: 0xA5, count: found.count)
                expected.withUnsafeMutableBytes { buffer in
                    guard let start = buffer.baseAddress else { return }
                    for row in 0..<Self.region.height {
                        format.pack(
                            floats.row(Self.region.maxY - 1 - row), count: Self.region.width,
                            into: start + row * rowBytes)
                    }
                }
                #expect(
                    found == expected, "recipe \(number), \(format.layout) \(format.component), compiled: \(compiled)")
            }
        }
    }

    @Test("memory that isn't aligned gets the same bytes") func unaligned() throws {
        let renderer = Self.renderer(JITBackend(interpreter: InterpreterBackend()))
        for format in [PixelFormat.RGBAf, .RGBAh, .RGBA16, .RGBA8] {
            let node = try Self.recipes()[0]
            let straight = try Self.bytes(node, format, renderer).bytes
            let shifted = try Self.bytes(node, format, renderer, offset: 1).bytes
            #expect(Array(shifted.dropFirst()) == straight)
        }
    }

    @Test("kernels read bitmaps of every format where they are, as if unpacked before") func bitmaps() throws {
        let text = """
            kernel vec4 soft(sampler s) { vec2 p = destCoord();
            return (sample(s, samplerTransform(s, p + vec2(0.5, 0.25))) + sample(s, samplerCoord(s))) * 0.5; }
            """
        let program = try #require(KernelCompiler.compile(KernelSource(text: text)).kernels.first)
        for format in PixelFormat.all {
            let rowBytes = 29 * format.bytesPerPixel
            var data = Data(count: rowBytes * 17)
            data.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return }
                for row in 0..<17 {
                    let pixels = (0..<29).map { Noise.pixel($0, 16 - row) }
                    format.pack(pixels, count: 29, into: start + row * rowBytes)
                }
            }
            let source = try BitmapSource(
                data: data, bytesPerRow: rowBytes, width: 29, height: 17, format: format, colorSpace: nil)
            let image = ImageNode(.rawSource(source), extent: CGRect(x: 0, y: 0, width: 29, height: 17))
            let blurred = image.gaussianBlurred(sigma: 1)
            for input in [image, image.transformed(by: CGAffineTransform(translationX: 3, y: -2)), blurred] {
                let node = try ImageNode.kernel(
                    program, arguments: [.image(SampledImage(input))], extent: input.extent
                ) { $1.insetBy(dx: -1, dy: -1) }
                let compiled = try Self.renderer(JITBackend(interpreter: InterpreterBackend())).render(
                    node, region: Self.region)
                let interpreted = try Self.renderer(InterpreterBackend()).render(node, region: Self.region)
                if input === blurred {
                    // Generated code for convolutions adds in another order.
                    #expect(compiled.largestDifference { interpreted[$0, $1] } < 1e-5)
                } else {
                    #expect(compiled.bits == interpreted.bits, "\(format.layout) \(format.component)")
                }
                // Compares a pixel in the middle with the picture's formula.
                if input === image {
                    var expected = SIMD4<Float>.zero
                    data.withUnsafeBytes { buffer in
                        guard let start = buffer.baseAddress else { return }
                        format.unpack(start + 8 * rowBytes + 5 * format.bytesPerPixel, count: 1, into: &expected)
                    }
                    let shown = try Self.renderer(JITBackend(interpreter: InterpreterBackend())).render(
                        image, region: PixelRect(5, 8, 1, 1))
                    #expect(shown[5, 8] == expected)
                }
            }
        }
    }
}
