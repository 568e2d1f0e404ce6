import CoreImage
import PixelBuffers
import Testing

@Suite("Pixel buffers: destinations and processors")
struct PixelBufferDestinationTests {
    @Test("a destination takes size, alpha and space from the buffer")
    func settings() throws {
        let buffer = try TestBuffers.make(5, 4, kCVPixelFormatType_32BGRA)
        let destination = CIRenderDestination(pixelBuffer: buffer)
        #expect((destination.width, destination.height, destination.format) == (5, 4, .BGRA8))
        #expect(destination.alphaMode == .premultiplied && destination.colorSpace?.name == CGColorSpace.sRGB)
        let gray = CIRenderDestination(pixelBuffer: try TestBuffers.make(5, 4, kCVPixelFormatType_OneComponent16Half))
        #expect(gray.alphaMode == .none && gray.colorSpace?.name == CGColorSpace.linearGray)
        let two = CIRenderDestination(pixelBuffer: try TestBuffers.make(5, 4, kCVPixelFormatType_TwoComponent8))
        #expect(two.colorSpace == nil && two.format == .RG8)
        let swapped = CIRenderDestination(pixelBuffer: try TestBuffers.make(5, 4, kCVPixelFormatType_64ARGB))
        #expect(swapped.format.rawValue == 0)
        destination.isFlipped = true
        #expect(throws: CIError.self) { try CIContext().startTask(toRender: .white, to: destination) }
    }

    @Test(
        "images are blended with the present pixels of the buffer, also where bytes are reordered",
        arguments: PixelFact.all.filter { PixelBufferFormat.named($0.type)?.hasAlpha == true })
    func blending(fact: PixelFact) throws {
        let buffer = try TestBuffers.make(6, 4, fact.type)
        let context = CIContext()
        let destination = CIRenderDestination(pixelBuffer: buffer)
        destination.colorSpace = nil
        let base = CIImage(
            color: CIColor(red: 0, green: 0, blue: 1, alpha: 1, colorSpace: try #require(Pictures.linear)) ?? .clear)
        _ = try context.startTask(toRender: base, to: destination).waitUntilCompleted()
        destination.blendKernel = .sourceOver
        // Half covered, premultiplied: red is 0.5.
        let over = CIImage(
            color: CIColor(red: 1, green: 0, blue: 0, alpha: 0.5, colorSpace: try #require(Pictures.linear)) ?? .clear)
        _ = try context.startTask(
            toRender: over, from: CGRect(x: 0, y: 0, width: 2, height: 1), to: destination, at: CGPoint(x: 3, y: 1)
        ).waitUntilCompleted()
        try TestBuffers.rows(buffer) { row, start in
            for x in 0..<6 {
                let isCovered = 3 - row == 1 && (x == 3 || x == 4)
                let expected: SIMD4<Float> = isCovered ? [0.5, 0, 0.5, 1] : [0, 0, 1, 1]
                #expect(isClose(fact.value(start + x * fact.bytes), expected, fact.bytes == 4 ? 0.003 : 1e-3))
            }
        }
        _ = try context.startTask(toClear: destination).waitUntilCompleted()
        try TestBuffers.rows(buffer) { _, start in
            for x in 0..<6 { #expect(fact.value(start + x * fact.bytes) == .zero) }
        }
    }

    @Test("an asynchronous rendering to a buffer")
    func asynchronous() async throws {
        let buffer = try TestBuffers.make(4, 4, kCVPixelFormatType_24BGR)
        let destination = CIRenderDestination(pixelBuffer: buffer)
        let image = CIImage(color: CIColor(red: 1, green: 1, blue: 0))
        let info = try await CIContext().render(image, from: .infinite, to: destination)
        #expect(info.passCount >= 1)
        #expect(try TestBuffers.bytes(buffer)[2].prefix(6) == [0, 255, 255, 0, 255, 255])
    }

    /// Copies through the pixel buffers of input and output.
    private final class Copying: CIImageProcessorKernel {
        override class func formatForInput(at input: Int32) -> CIFormat { .BGRA8 }
        override class var outputFormat: CIFormat { .BGRA8 }

        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            let input = try #require(inputs?.first)
            let (source, target) = (try #require(input.pixelBuffer), try #require(output.pixelBuffer))
            #expect(CVPixelBufferGetPixelFormatType(source) == kCVPixelFormatType_32BGRA)
            #expect(CVPixelBufferGetWidth(target) == Int(output.region.width))
            #expect(CVPixelBufferGetHeight(target) == Int(output.region.height))
            CVPixelBufferLockBaseAddress(source, .readOnly)
            CVPixelBufferLockBaseAddress(target, [])
            defer {
                CVPixelBufferUnlockBaseAddress(source, .readOnly)
                CVPixelBufferUnlockBaseAddress(target, [])
            }
            let (from, to) = (
                try #require(CVPixelBufferGetBaseAddress(source)), try #require(CVPixelBufferGetBaseAddress(target))
            )
            #expect(from == input.baseAddress && to == output.baseAddress)
            for row in 0..<CVPixelBufferGetHeight(target) {
                (to + row * CVPixelBufferGetBytesPerRow(target)).copyMemory(
                    from: from + row * CVPixelBufferGetBytesPerRow(source), byteCount: CVPixelBufferGetWidth(target) * 4
                )
            }
        }
    }

    /// Writes 1 if the input's and output's pixel buffers have the expected formats.
    private final class FormatCheck: CIImageProcessorKernel {
        override class func formatForInput(at input: Int32) -> CIFormat { [.R8, .RGh, .A8][Int(input)] }
        override class var outputFormat: CIFormat { .Rf }

        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            let types = inputs?.map { $0.pixelBuffer.map(CVPixelBufferGetPixelFormatType) }
            #expect(types == [kCVPixelFormatType_OneComponent8, kCVPixelFormatType_TwoComponent16Half, nil])
            #expect(output.pixelBuffer.map(CVPixelBufferGetPixelFormatType) == kCVPixelFormatType_OneComponent32Float)
        }
    }

    @Test("processors read and write through pixel buffers")
    func processors() throws {
        let image = makePicture(40, 30) { x, y in SIMD4(Float(x) / 51, Float(y) / 51, 0, 1) }
        let copied = try Copying.apply(withExtent: image.extent, inputs: [image], arguments: nil)
        let (found, expected) = (
            try RenderedPixels(copied, image.extent).all, try RenderedPixels(image, image.extent).all
        )
        #expect(zip(found, expected).allSatisfy { isClose($0, $1, 0.5 / 255 + 1e-6) })
        let checked = try FormatCheck.apply(withExtent: image.extent, inputs: [image, image, image], arguments: nil)
        _ = try RenderedPixels(checked, image.extent)
    }
}
