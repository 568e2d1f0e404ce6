import CoreImageVideo
import Foundation
import Testing

/// Core Video's names as programs for Apple's platforms write them, with the one import that they need.
@Suite("Spelling: pixel buffers")
struct PixelBufferSpellingTests {
    /// The formats, and the largest error of a colour that is stored and read, in codes of 8 bits. Those of luma and
    /// chroma round each of the three.
    private static let colorFormats: [(OSType, Double)] = [
        (kCVPixelFormatType_32BGRA, 1), (kCVPixelFormatType_32ARGB, 1), (kCVPixelFormatType_32RGBA, 1),
        (kCVPixelFormatType_64RGBAHalf, 0.5), (kCVPixelFormatType_128RGBAFloat, 0.1),
        (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 3), (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 3),
        (kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, 3), (kCVPixelFormatType_422YpCbCr8, 3),
        (kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, 3), (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 1),
        (kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, 1), (kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, 1),
    ]

    private static let numberFormats: [(OSType, components: Int)] = [
        (kCVPixelFormatType_OneComponent8, 1), (kCVPixelFormatType_OneComponent16, 1),
        (kCVPixelFormatType_OneComponent16Half, 1), (kCVPixelFormatType_OneComponent32Float, 1),
        (kCVPixelFormatType_TwoComponent8, 2), (kCVPixelFormatType_TwoComponent16, 2),
        (kCVPixelFormatType_TwoComponent16Half, 2), (kCVPixelFormatType_TwoComponent32Float, 2),
        (kCVPixelFormatType_DisparityFloat16, 1), (kCVPixelFormatType_DisparityFloat32, 1),
        (kCVPixelFormatType_DepthFloat16, 1), (kCVPixelFormatType_DepthFloat32, 1),
    ]

    private func makeBuffer(_ format: OSType, width: Int = 8, height: Int = 4) throws -> CVPixelBuffer {
        let attributes: [String: Any] = [
            kCVPixelBufferIOSurfacePropertiesKey as String: [String: Any](),
            kCVPixelBufferMetalCompatibilityKey as String: true,
        ]
        var pixelBuffer: CVPixelBuffer?
        let status: CVReturn = CVPixelBufferCreate(
            kCFAllocatorDefault, width, height, format, attributes as CFDictionary, &pixelBuffer)
        #expect(status == kCVReturnSuccess)
        return try #require(pixelBuffer)
    }

    /// Returns the color of a pixel in sRGB, from 0 to 1.
    private func pixel(_ image: CIImage, x: Int = 3, y: Int = 1) -> SIMD4<Float> {
        var pixel = SIMD4<Float>()
        CIContext().render(
            image, toBitmap: &pixel, rowBytes: 16, bounds: CGRect(x: x, y: y, width: 1, height: 1), format: .RGBAf,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        return pixel
    }

    @Test("a colour is rendered to each format of colours, and read", arguments: colorFormats)
    func colors(format: OSType, tolerance: Double) throws {
        let pixelBuffer = try makeBuffer(format)
        for (key, value) in [
            (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2),
            (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_sRGB),
            (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
            (kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocation_Left),
        ] { CVBufferSetAttachment(pixelBuffer, key, value, .shouldPropagate) }
        let color = CIImage(color: CIColor(red: 0.75, green: 0.5, blue: 0.25))
        CIContext().render(color, to: pixelBuffer)
        let image = CIImage(cvPixelBuffer: pixelBuffer, options: [:])
        #expect(image.extent == CGRect(x: 0, y: 0, width: 8, height: 4) && image.pixelBuffer === pixelBuffer)
        let found = pixel(image)
        for (part, expected) in zip(0..<4, [0.75, 0.5, 0.25, 1]) {
            #expect(abs(Double(found[part]) - expected) * 255 <= tolerance)
        }
    }

    @Test("numbers are rendered to each format of one and two components, and read", arguments: numberFormats)
    func numbers(format: OSType, components: Int) throws {
        let pixelBuffer = try makeBuffer(format)
        // One component is the luminance, two are red and green.
        let numbers = CIImage(color: CIColor(red: 0.75, green: components == 1 ? 0.75 : 0.25, blue: 0.75))
        CIContext(options: [.workingColorSpace: NSNull()]).render(
            numbers, to: pixelBuffer, bounds: CGRect(x: 0, y: 0, width: 8, height: 4), colorSpace: nil)
        CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
        let address = try #require(CVPixelBufferGetBaseAddress(pixelBuffer))
        let row = address + CVPixelBufferGetBytesPerRow(pixelBuffer)
        for component in 0..<components {
            let number: Double =
                switch format {
                case kCVPixelFormatType_OneComponent8, kCVPixelFormatType_TwoComponent8:
                    Double(row.load(fromByteOffset: component, as: UInt8.self)) / 255
                case kCVPixelFormatType_OneComponent16, kCVPixelFormatType_TwoComponent16:
                    Double(row.load(fromByteOffset: 2 * component, as: UInt16.self)) / 65535
                case kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_TwoComponent32Float,
                    kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DepthFloat32:
                    Double(row.load(fromByteOffset: 4 * component, as: Float.self))
                default: Double(row.load(fromByteOffset: 2 * component, as: Float16.self))
                }
            #expect(abs(number - [0.75, 0.25][component]) < 1 / 400)
        }
    }

    @Test("planes are locked, written and read as a picture, with its tags and clean aperture")
    func planes() throws {
        let pixelBuffer = try makeBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, width: 16, height: 8)
        #expect(CVPixelBufferIsPlanar(pixelBuffer) && CVPixelBufferGetPlaneCount(pixelBuffer) == 2)
        #expect(CVPixelBufferLockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0)) == kCVReturnSuccess)
        for (plane, codes) in [[UInt8(126)], [UInt8(102), 154]].enumerated() {
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, plane))
            let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, plane)
            for y in 0..<CVPixelBufferGetHeightOfPlane(pixelBuffer, plane) {
                for x in 0..<CVPixelBufferGetWidthOfPlane(pixelBuffer, plane) * codes.count {
                    base.storeBytes(of: codes[x % codes.count], toByteOffset: y * bytesPerRow + x, as: UInt8.self)
                }
            }
        }
        CVPixelBufferUnlockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
        let attachments: [CFString: Any] = [
            kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2,
            kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_sRGB,
            kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_601_4,
            kCVImageBufferChromaLocationTopFieldKey: kCVImageBufferChromaLocation_Center,
            kCVImageBufferCleanApertureKey: [
                kCVImageBufferCleanApertureWidthKey: 12, kCVImageBufferCleanApertureHeightKey: 6,
                kCVImageBufferCleanApertureHorizontalOffsetKey: 0, kCVImageBufferCleanApertureVerticalOffsetKey: 0,
            ] as CFDictionary,
        ]
        CVBufferSetAttachments(pixelBuffer, attachments as CFDictionary, .shouldPropagate)
        #expect(CVImageBufferGetCleanRect(pixelBuffer) == CGRect(x: 2, y: 1, width: 12, height: 6))
        #expect(
            CVBufferCopyAttachment(pixelBuffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
                == kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String)
        // BT.601: R = Y + 1.402 Cr, G = Y − 0.344136 Cb − 0.714136 Cr, B = Y + 1.772 Cb.
        let (y, cb, cr) = ((126.0 - 16) / 219, (102.0 - 128) / 224, (154.0 - 128) / 224)
        let expected = [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb, 1]
        let found = pixel(CIImage(cvImageBuffer: pixelBuffer))
        for part in 0..<4 { #expect(abs(Double(found[part]) - expected[part]) < 0.002) }
    }

    @Test("buffers of a pool are used again")
    func pool() throws {
        var pixelBufferPool: CVPixelBufferPool?
        let poolAttributes = [kCVPixelBufferPoolMinimumBufferCountKey as String: 2]
        let bufferAttributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey as String: UInt(kCVPixelFormatType_32BGRA),
            kCVPixelBufferWidthKey as String: 8, kCVPixelBufferHeightKey as String: 4,
        ]
        CVPixelBufferPoolCreate(
            kCFAllocatorDefault, poolAttributes as CFDictionary, bufferAttributes as CFDictionary, &pixelBufferPool)
        var addresses = Set<UnsafeMutableRawPointer>()
        for _ in 0..<4 {
            var pixelBuffer: CVPixelBuffer?
            let status = CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pixelBufferPool), &pixelBuffer)
            #expect(status == kCVReturnSuccess)
            let buffer = try #require(pixelBuffer)
            CVPixelBufferLockBaseAddress(buffer, [])
            addresses.insert(try #require(CVPixelBufferGetBaseAddress(buffer)))
            CVPixelBufferUnlockBaseAddress(buffer, [])
        }
        #expect(addresses.count == 1)
    }

    /// A processor that copies what it gets, buffer to buffer.
    private class CopyingProcessor: CIImageProcessorKernel {
        override class func process(
            with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
        ) throws {
            guard let source = inputs?.first?.pixelBuffer, let target = output.pixelBuffer else { return }
            CVPixelBufferLockBaseAddress(source, .readOnly)
            CVPixelBufferLockBaseAddress(target, [])
            let (from, to) = (CVPixelBufferGetBaseAddress(source)!, CVPixelBufferGetBaseAddress(target)!)
            for row in 0..<CVPixelBufferGetHeight(target) {
                memcpy(
                    to + row * CVPixelBufferGetBytesPerRow(target), from + row * CVPixelBufferGetBytesPerRow(source),
                    CVPixelBufferGetWidth(target) * 4)
            }
            CVPixelBufferUnlockBaseAddress(target, [])
            CVPixelBufferUnlockBaseAddress(source, .readOnly)
        }

        override class func formatForInput(at input: Int32) -> CIFormat { .BGRA8 }
        override class var outputFormat: CIFormat { .BGRA8 }
    }

    @Test("destinations and processors have pixel buffers")
    func destinations() throws {
        let pixelBuffer = try makeBuffer(kCVPixelFormatType_32BGRA)
        let destination = CIRenderDestination(pixelBuffer: pixelBuffer)
        #expect(destination.width == 8 && destination.height == 4)
        let color = CIImage(color: CIColor(red: 0.2, green: 0.4, blue: 0.6)).cropped(
            to: CGRect(x: 0, y: 0, width: 8, height: 4))
        let copy = try CopyingProcessor.apply(withExtent: color.extent, inputs: [color], arguments: nil)
        _ = try CIContext().startTask(toRender: copy, to: destination).waitUntilCompleted()
        #expect(FramePixels(pixelBuffer)[2, 2].isNear(SIMD4(51, 102, 153, 255)))
    }

    @Test("colour spaces of video have names")
    func colorSpaces() throws {
        for name in [
            CGColorSpace.itur_709, CGColorSpace.itur_2020, CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG,
            CGColorSpace.displayP3_PQ, CGColorSpace.displayP3_HLG,
        ] {
            let space = try #require(CGColorSpace(name: name))
            #expect(space.numberOfComponents == 3 && space.name == name)
            // White stays white: the buffer's largest code for curves of a display, or linear 1 for those of HDR.
            let pixelBuffer = try makeBuffer(kCVPixelFormatType_64RGBAHalf)
            CIContext().render(
                CIImage(color: .white), to: pixelBuffer, bounds: CGRect(x: 0, y: 0, width: 8, height: 4),
                colorSpace: space)
            let found = pixel(CIImage(cvPixelBuffer: pixelBuffer, options: [.colorSpace: space]))
            for part in 0..<4 { #expect(abs(found[part] - 1) < 0.01, "\(name)") }
        }
    }
}
