import CoreImage
import Foundation
import TestSupport
import Testing

@Suite("Rendering to destinations by tasks")
struct RenderDestinationTests {
    private let context = CIContext(options: [.workingColorSpace: NSNull()])
    private let width = 6
    private let height = 4

    /// A picture whose component values encode the position of each pixel.
    private let image = PixelGrid(width: 6, height: 4) { x, y in
        SIMD4(Float(x) / 8, Float(y) / 8, 0.25, 1) * (x == 2 ? 0.5 : 1)
    }

    /// Passes a destination of float memory to `body`. Returns its pixels in memory order, each 9 by default if not
    /// written.
    private func pixels(
        format: CIFormat = .RGBAf, filled: Float = 9, _ body: (CIRenderDestination) throws -> Void
    ) throws -> [SIMD4<Float>] {
        var memory = [Float](repeating: filled, count: width * height * 4)
        try memory.withUnsafeMutableBytes { buffer in
            let destination = CIRenderDestination(
                bitmapData: try #require(buffer.baseAddress), width: width, height: height, bytesPerRow: width * 16,
                format: format)
            try body(destination)
        }
        return (0..<width * height).map {
            SIMD4(memory[4 * $0], memory[4 * $0 + 1], memory[4 * $0 + 2], memory[4 * $0 + 3])
        }
    }

    @Test("an image fills a destination, its origin in the lower left corner, the top row first") func whole() throws {
        let found = try pixels { _ = try context.startTask(toRender: image.image, to: $0).waitUntilCompleted() }
        for y in 0..<height { for x in 0..<width { #expect(found[(height - 1 - y) * width + x] == image[x, y]) } }
        let flipped = try pixels {
            $0.isFlipped = true
            _ = try context.startTask(toRender: image.image, to: $0).waitUntilCompleted()
        }
        for y in 0..<height { for x in 0..<width { #expect(flipped[y * width + x] == image[x, y]) } }
    }

    @Test("a part goes to its place, and leaves the rest alone") func part() throws {
        let found = try pixels {
            let task = try context.startTask(
                toRender: image.image, from: CGRect(x: 1, y: 1, width: 2, height: 9), to: $0, at: CGPoint(x: 3, y: 2))
            let info = try task.waitUntilCompleted()
            #expect(info.passCount == 1 && info.pixelsProcessed >= 4 && info.kernelExecutionTime > 0)
            #expect(task.progress == 1)
            _ = try task.waitUntilCompleted()
        }
        for y in 0..<height {
            for x in 0..<width {
                let isInside = x >= 3 && x < 5 && y >= 2
                let expected = isInside ? image[x - 2, y - 1] : SIMD4(repeating: 9)
                #expect(found[(height - 1 - y) * width + x] == expected)
            }
        }
        let nothing = try pixels {
            let task = try context.startTask(
                toRender: image.image, from: CGRect(x: 0, y: 0, width: 2, height: 2), to: $0, at: CGPoint(x: 60, y: 0))
            #expect(try task.waitUntilCompleted().passCount == 0)
        }
        #expect(nothing.allSatisfy { $0 == SIMD4(repeating: 9) })
    }

    @Test("alpha modes: as it is, divided out, or none") func alpha() throws {
        let place = (height - 1) * width + 2
        let modes: [(CIRenderDestinationAlphaMode, SIMD4<Float>)] = [
            (.premultiplied, image[2, 0]), (.unpremultiplied, SIMD4(0.25, 0, 0.25, 0.5)),
            (.none, SIMD4(0.125, 0, 0.125, 1)),
        ]
        for (mode, expected) in modes {
            let found = try pixels {
                #expect($0.alphaMode == .premultiplied)
                $0.alphaMode = mode
                _ = try context.startTask(toRender: image.image, to: $0).waitUntilCompleted()
            }
            #expect(found[place] == expected, "\(mode)")
        }
        let clear = try pixels {
            $0.alphaMode = .none
            _ = try context.startTask(toClear: $0).waitUntilCompleted()
        }
        #expect(clear.allSatisfy { $0 == SIMD4(0, 0, 0, 1) })
    }

    @Test("a blend kernel reads the destination's pixels") func blending() throws {
        let found = try pixels(filled: 0.5) {
            $0.blendKernel = CIBlendKernel.componentAdd
            _ = try context.startTask(toRender: image.image, to: $0).waitUntilCompleted()
        }
        for y in 0..<height {
            for x in 0..<width {
                let expected = image[x, y] + SIMD4(repeating: 0.5)
                #expect(isClose(found[(height - 1 - y) * width + x], expected, 1e-6))
            }
        }
    }

    @Test("clamping holds floats between 0 and 1") func clamping() throws {
        let bright = PixelGrid(width: 6, height: 4) { x, _ in SIMD4(Float(x) - 2, 0.5, 3, 1) }
        let found = try pixels {
            $0.isClamped = true
            _ = try context.startTask(toRender: bright.image, to: $0).waitUntilCompleted()
        }
        #expect(found[0] == SIMD4(0, 0.5, 1, 1) && found[5] == SIMD4(1, 0.5, 1, 1))
    }

    @Test("colours are converted to the destination's space, sRGB if nothing else is said") func colour() throws {
        let grey = PixelGrid(width: 6, height: 4) { _, _ in SIMD4(0.2, 0.2, 0.2, 1) }
        let found = try pixels {
            #expect($0.colorSpace == CGColorSpace(name: CGColorSpace.sRGB))
            _ = try CIContext().startTask(toRender: grey.image, to: $0).waitUntilCompleted()
        }
        #expect(abs(Double(found[7].x) - SRGBFormula.encoded(0.2)) < 1e-4)
        let linear = try pixels {
            $0.colorSpace = nil
            _ = try CIContext().startTask(toRender: grey.image, to: $0).waitUntilCompleted()
        }
        #expect(abs(linear[7].x - 0.2) < 1e-6)
    }

    @Test("an invalid destination throws") func refusals() throws {
        var byte: UInt8 = 0
        try withUnsafeMutableBytes(of: &byte) { buffer in
            let start = try #require(buffer.baseAddress)
            for (width, height, rowBytes) in [(0, 4, 16), (4, 0, 64), (4, 4, 63), (Int.max, 1, 64)] {
                let destination = CIRenderDestination(
                    bitmapData: start, width: width, height: height, bytesPerRow: rowBytes, format: .RGBAf)
                #expect(throws: CIError.self) { try context.startTask(toRender: image.image, to: destination) }
            }
        }
    }

    @Test("the asynchronous twin renders, and is cancelled with its Swift task") func asynchronous() async throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 400 * 400 * 4, alignment: 16)
        defer { memory.deallocate() }
        let destination = CIRenderDestination(
            bitmapData: memory, width: 400, height: 400, bytesPerRow: 1600, format: .RGBA8)
        let context = context
        let red = CIImage.red
        let whole = CGRect(x: 0, y: 0, width: 400, height: 400)
        try context.prepareRender(red, from: whole, to: destination, at: .zero)
        let info = try await context.render(red, from: whole, to: destination)
        #expect(info.pixelsProcessed >= 160_000)
        #expect(memory.load(fromByteOffset: 1600 * 399, as: UInt32.self) == 0xFF00_00FF)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await context.render(red, from: whole, to: destination)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a cancelled task throws for every waiter") func cancelling() throws {
        let noise = try #require(CIFilter.randomGenerator().outputImage)
            .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 30])
        var memory = [UInt8](repeating: 0, count: 900 * 900 * 4)
        try memory.withUnsafeMutableBytes { buffer in
            let destination = CIRenderDestination(
                bitmapData: try #require(buffer.baseAddress), width: 900, height: 900, bytesPerRow: 3600, format: .RGBA8
            )
            let task = try context.startTask(toRender: noise, to: destination)
            task.cancel()
            #expect(throws: CancellationError.self) { _ = try task.waitUntilCompleted() }
            #expect(task.progress < 1)
            #expect(throws: CancellationError.self) { _ = try task.waitUntilCompleted() }
        }
    }
}
