import CoreImage
import PixelBuffers
import TestSupport
import Testing

@Suite("Pixel buffers: colour and alpha")
struct PixelBufferColorTests {
    /// A buffer of one BGRA pixel.
    private static func pixel(_ blue: UInt8, _ green: UInt8, _ red: UInt8, _ alpha: UInt8) throws -> CVPixelBuffer {
        let buffer = try TestBuffers.make(1, 1, kCVPixelFormatType_32BGRA)
        try TestBuffers.rows(buffer) { _, row in
            row.storeBytes(of: [blue, green, red, alpha], as: SIMD4<UInt8>.self)
        }
        return buffer
    }

    private static func working(_ image: CIImage) throws -> SIMD4<Float> {
        try RenderedPixels(image, CGRect(x: 0, y: 0, width: 1, height: 1))[0, 0]
    }

    private static func tag(_ buffer: CVPixelBuffer, _ primaries: CFString, _ curve: CFString) {
        CVBufferSetAttachment(buffer, kCVImageBufferColorPrimariesKey, primaries, .shouldPropagate)
        CVBufferSetAttachment(buffer, kCVImageBufferTransferFunctionKey, curve, .shouldPropagate)
    }

    @Test("RGB without attachments is sRGB, by the standard's formula")
    func untagged() throws {
        let buffer = try Self.pixel(50, 100, 200, 255)
        let image = CIImage(cvPixelBuffer: buffer)
        let expected = SIMD4<Float>(
            Float(SRGBFormula.decoded(200 / 255)), Float(SRGBFormula.decoded(100 / 255)),
            Float(SRGBFormula.decoded(50 / 255)), 1)
        #expect(isClose(try Self.working(image), expected, 1e-4))
        #expect(image.colorSpace?.name == CGColorSpace.sRGB && image.pixelBuffer === buffer)
        #expect(image.cropped(to: .infinite).pixelBuffer === buffer)
        #expect(image.applyingFilter("CIColorInvert").pixelBuffer == nil)
    }

    @Test("attached spaces are used, in their order, and the option before them")
    func tagged() throws {
        let buffer = try Self.pixel(0, 0, 255, 255)
        Self.tag(buffer, kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferTransferFunction_sRGB)
        // The first column of the published matrix from Display P3 to sRGB.
        let red = SIMD4<Float>(1.2249, -0.0420, -0.0197, 1)
        #expect(isClose(try Self.working(CIImage(cvPixelBuffer: buffer)), red, 2e-3))
        #expect(CIImage(cvImageBuffer: buffer).colorSpace?.name == CGColorSpace.displayP3)
        // Partial descriptions are no description.
        CVBufferRemoveAttachment(buffer, kCVImageBufferTransferFunctionKey)
        #expect(CIImage(cvPixelBuffer: buffer).colorSpace?.name == CGColorSpace.sRGB)
        let p3 = try namedColorSpace(CGColorSpace.displayP3)
        CVBufferSetAttachment(buffer, kCVImageBufferICCProfileKey, try #require(p3.copyICCData()), .shouldPropagate)
        #expect(isClose(try Self.working(CIImage(cvPixelBuffer: buffer)), red, 2e-3))
        CVBufferSetAttachment(
            buffer, kCVImageBufferCGColorSpaceKey, try namedColorSpace(CGColorSpace.linearSRGB), .shouldPropagate)
        #expect(isClose(try Self.working(CIImage(cvPixelBuffer: buffer)), [1, 0, 0, 1]))
        let asP3 = CIImage(cvImageBuffer: buffer, options: [.colorSpace: p3])
        #expect(isClose(try Self.working(asP3), red, 2e-3) && asP3.colorSpace === p3)
        let unmanaged = CIImage(cvPixelBuffer: try Self.pixel(0, 51, 0, 255), options: [.colorSpace: NSNull()])
        #expect(isClose(try Self.working(unmanaged), [0, 0.2, 0, 1], 1e-7) && unmanaged.colorSpace == nil)
    }

    @Test("BT.709 is decoded by the inverse of its camera curve")
    func rec709() throws {
        let buffer = try Self.pixel(0, 0, 128, 255)
        Self.tag(buffer, kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_ITU_R_709_2)
        let expected = pow((128.0 / 255 + 0.09929682680944) / 1.09929682680944, 1 / 0.45)
        #expect(abs(Double(try Self.working(CIImage(cvPixelBuffer: buffer)).x) - expected) < 1e-5)
    }

    @Test("one component is linear gray; depth and two components aren't converted")
    func values() throws {
        let gray = try TestBuffers.make(1, 1, kCVPixelFormatType_OneComponent8)
        try TestBuffers.fill(gray) { _, _ in 51 }
        let image = CIImage(cvPixelBuffer: gray)
        #expect(isClose(try Self.working(image), [0.2, 0.2, 0.2, 1], 1e-6))
        #expect(image.colorSpace?.name == CGColorSpace.linearGray)
        CVBufferSetAttachment(
            gray, kCVImageBufferCGColorSpaceKey, try namedColorSpace(CGColorSpace.genericGrayGamma2_2), .shouldPropagate
        )
        let curved = Float(pow(0.2, 2.2))
        #expect(isClose(try Self.working(CIImage(cvPixelBuffer: gray)), [curved, curved, curved, 1], 1e-5))

        let depth = try TestBuffers.make(1, 1, kCVPixelFormatType_DepthFloat32)
        try TestBuffers.rows(depth) { _, row in row.storeBytes(of: 12.25, as: Float.self) }
        CVBufferSetAttachment(
            depth, kCVImageBufferCGColorSpaceKey, try namedColorSpace(CGColorSpace.sRGB), .shouldPropagate)
        #expect(try Self.working(CIImage(cvPixelBuffer: depth)) == [12.25, 12.25, 12.25, 1])
        #expect(CIImage(cvPixelBuffer: depth).colorSpace == nil)
    }

    @Test("straight alpha is multiplied, and alpha that is declared opaque is ignored")
    func alpha() throws {
        let buffer = try Self.pixel(0, 0, 255, 51)
        let options: [CIImageOption: Any] = [.colorSpace: NSNull()]
        #expect(isClose(try Self.working(CIImage(cvPixelBuffer: buffer, options: options)), [1, 0, 0, 0.2], 1e-6))
        CVBufferSetAttachment(
            buffer, kCVImageBufferAlphaChannelModeKey, kCVImageBufferAlphaChannelMode_StraightAlpha, .shouldPropagate)
        #expect(isClose(try Self.working(CIImage(cvPixelBuffer: buffer, options: options)), [0.2, 0, 0, 0.2], 1e-6))
        // Rendering to such a buffer divides by alpha.
        let straight = try Self.pixel(0, 0, 0, 0)
        CVBufferPropagateAttachments(buffer, straight)
        try CIContext().renderPixelBuffer(
            CIImage(cvPixelBuffer: buffer, options: options), to: straight, bounds: .infinite, colorSpace: nil)
        #expect(try TestBuffers.bytes(straight)[0].prefix(4) == [0, 0, 255, 51])
        CVBufferSetAttachment(buffer, kCVImageBufferAlphaChannelIsOpaque, kCFBooleanTrue as Any, .shouldPropagate)
        let opaque = CIImage(cvPixelBuffer: buffer, options: options)
        #expect(isClose(try Self.working(opaque), [1, 0, 0, 1], 1e-6) && opaque.isOpaque)
    }

    @Test("results are converted to the attached space, and attachments stay")
    func rendering() throws {
        let image = CIImage(color: CIColor(red: 1, green: 0, blue: 0))
        let buffer = try Self.pixel(0, 0, 0, 0)
        try CIContext().renderPixelBuffer(image, to: buffer)
        #expect(try TestBuffers.bytes(buffer)[0].prefix(4) == [0, 0, 255, 255])
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
        Self.tag(buffer, kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferTransferFunction_sRGB)
        try CIContext().renderPixelBuffer(image, to: buffer)
        // sRGB red in Display P3, published as 0.9175, 0.2003, 0.1386.
        #expect(try TestBuffers.bytes(buffer)[0].prefix(4) == [35, 51, 234, 255])
        // The parameter replaces the attachment.
        CIContext().render(
            image, to: buffer, bounds: image.extent, colorSpace: try namedColorSpace(CGColorSpace.sRGB))
        #expect(try TestBuffers.bytes(buffer)[0].prefix(4) == [0, 0, 255, 255])
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate)?.count == 2)

        let gray = try TestBuffers.make(1, 1, kCVPixelFormatType_OneComponent32Float)
        CIContext().render(CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5)), to: gray)
        var value: Float = 0
        try TestBuffers.rows(gray) { _, row in value = row.load(as: Float.self) }
        #expect(abs(Double(value) - SRGBFormula.decoded(0.5)) < 1e-5)
    }

    @Test("attachments that aren't supported are named in the error")
    func errors() throws {
        let buffer = try Self.pixel(0, 0, 0, 0)
        Self.tag(buffer, kCVImageBufferColorPrimaries_ITU_R_2020, "unheard of")
        let unusable = #expect(throws: CIError.self) { try CIImage(checking: buffer) }
        #expect(
            "\(try #require(unusable))"
                == "The colour space can't be used for an image of a pixel buffer: the buffer's attachments name the "
                + "transfer function unheard of, which isn't supported; name a colour space instead, such as "
                + "CGColorSpace.sRGB")
        #expect(throws: CIError.self) { try CIContext().renderPixelBuffer(.white, to: buffer) }
        let destination = CIRenderDestination(pixelBuffer: buffer)
        #expect(throws: CIError.self) { try CIContext().startTask(toRender: .white, to: destination) }
        destination.colorSpace = try namedColorSpace(CGColorSpace.sRGB)
        _ = try CIContext().startTask(toRender: .white, to: destination).waitUntilCompleted()
        #expect(try TestBuffers.bytes(buffer)[0].prefix(4) == [255, 255, 255, 255])
        #expect(throws: CIError.self) { try CIImage(checking: buffer, options: [.applyCleanAperture: "yes"]) }
    }

    @Test("the clean aperture is applied on request")
    func cleanAperture() throws {
        let buffer = try TestBuffers.make(8, 6, kCVPixelFormatType_OneComponent8)
        try TestBuffers.fill(buffer) { row, x in UInt8(truncatingIfNeeded: 10 * row + x) }
        CVBufferSetAttachment(
            buffer, kCVImageBufferCleanApertureKey,
            [
                kCVImageBufferCleanApertureWidthKey: 4, kCVImageBufferCleanApertureHeightKey: 2,
                kCVImageBufferCleanApertureHorizontalOffsetKey: 1, kCVImageBufferCleanApertureVerticalOffsetKey: -1,
            ] as CFDictionary, .shouldPropagate)
        #expect(CIImage(cvPixelBuffer: buffer).extent == CGRect(x: 0, y: 0, width: 8, height: 6))
        let image = CIImage(cvPixelBuffer: buffer, options: [.applyCleanAperture: true])
        #expect(image.extent == CGRect(x: 0, y: 0, width: 4, height: 2))
        // Columns 3…6, and rows 1 and 2 from the top.
        let found = try RenderedPixels(image, image.extent)
        #expect(abs(found[0, 1].x * 255 - 13) < 1e-3 && abs(found[3, 0].x * 255 - 26) < 1e-3)
    }
}
