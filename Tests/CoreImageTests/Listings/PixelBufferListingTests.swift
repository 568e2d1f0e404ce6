import CoreImage
import Testing

/// What Apple's talks and guides say of pixel buffers: rendering to one and saving it, frames of a camera, pools.
@Suite("Listings: pixel buffers")
struct PixelBufferListingTests {
    private static var scene: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/scene.jpg").standardizedFileURL
    }

    @Test("Render to a CVPixelBufferRef, and save")
    func renderAndSave() throws {
        let filter = CIFilter.sepiaTone()
        filter.inputImage = CIImage(contentsOf: Self.scene)
        filter.intensity = 0.8
        let ciimage = try #require(filter.outputImage)

        // The talk's advice for buffers: the attribute for surfaces.
        let attributes = [
            kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue as Any,
            kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue!,
            kCVPixelBufferIOSurfacePropertiesKey as String: [:] as CFDictionary,
        ]
        var pixelbuffer: CVPixelBuffer?
        let status = CVPixelBufferCreate(
            kCFAllocatorDefault, Int(ciimage.extent.width), Int(ciimage.extent.height), kCVPixelFormatType_32BGRA,
            attributes as CFDictionary?, &pixelbuffer)
        guard status == kCVReturnSuccess, let buffer = pixelbuffer else {
            Issue.record("CVPixelBufferCreate returned \(status)")
            return
        }
        let context = CIContext()
        context.render(ciimage, to: buffer, bounds: ciimage.extent, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))

        // Saved by way of the buffer, the picture has the bytes that the filter's own result has.
        let saved = CIImage(cvPixelBuffer: buffer)
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let viaBuffer = try context.pngData(of: saved, format: .RGBA8, colorSpace: sRGB)
        let direct = try context.pngData(of: ciimage, format: .RGBA8, colorSpace: sRGB)
        let (a, b) = (try #require(CIImage(data: viaBuffer)), try #require(CIImage(data: direct)))
        #expect(a.extent == ciimage.extent)
        #expect(
            try RenderedPixels(a, a.extent, space: sRGB).all == RenderedPixels(b, b.extent, space: sRGB).all)
    }

    @Test("A camera's sample buffer is filtered into a buffer of a pool")
    func liveVideo() throws {
        // A frame as a capture output delivers it.
        var frame: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, 32, 24, kCVPixelFormatType_32BGRA, nil, &frame)
        let captured = try #require(frame)
        CVPixelBufferLockBaseAddress(captured, CVPixelBufferLockFlags(rawValue: CVOptionFlags(0)))
        let bytes = try #require(CVPixelBufferGetBaseAddress(captured))
        memset(bytes, 0x40, CVPixelBufferGetBytesPerRow(captured) * CVPixelBufferGetHeight(captured))
        CVPixelBufferUnlockBaseAddress(captured, CVPixelBufferLockFlags(rawValue: CVOptionFlags(0)))
        CVBufferSetAttachment(captured, kCVImageBufferAlphaChannelIsOpaque, kCFBooleanTrue!, .shouldPropagate)
        var timing = CMSampleTimingInfo(
            duration: CMTimeMake(value: 1, timescale: 30), presentationTimeStamp: CMTimeMake(value: 5, timescale: 30),
            decodeTimeStamp: .invalid)
        var formatDescription: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: captured, formatDescriptionOut: &formatDescription)
        var sample: CMSampleBuffer?
        CMSampleBufferCreateReadyWithImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: captured,
            formatDescription: try #require(formatDescription), sampleTiming: &timing, sampleBufferOut: &sample)

        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(
            kCFAllocatorDefault, [kCVPixelBufferPoolMinimumBufferCountKey as String: 3] as CFDictionary,
            [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                kCVPixelBufferWidthKey as String: 32, kCVPixelBufferHeightKey as String: 24,
            ] as CFDictionary, &pool)

        // The application's part.
        let context = CIContext()
        func captureOutput(_ sampleBuffer: CMSampleBuffer) throws -> CVPixelBuffer? {
            guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }
            let sourceImage = CIImage(cvPixelBuffer: imageBuffer, options: nil)
            let filter = CIFilter(name: "CIColorInvert", parameters: [kCIInputImageKey: sourceImage])
            var output: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, try #require(pool), &output)
            guard let output, let result = filter?.outputImage else { return nil }
            context.render(result, to: output)
            return output
        }
        let delivered = try #require(sample)
        let result = try #require(try captureOutput(delivered))
        CVPixelBufferLockBaseAddress(result, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(result, .readOnly) }
        let pixel = try #require(CVPixelBufferGetBaseAddress(result)).load(as: SIMD4<UInt8>.self)
        // Inverted in linear light: 1 − 0.0513 is 0.9487, which sRGB encodes as 249.
        #expect(pixel == [249, 249, 249, 255])
        #expect(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(delivered)) == 5.0 / 30)
    }

    @Test("In the guides' older spelling")
    @available(*, deprecated)
    func olderNames() throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, 3, 2, kCVPixelFormatType_32BGRA, nil, &made)
        let buffer = try #require(made)
        #expect(CIImage(CVPixelBuffer: buffer).extent == CIImage(cvPixelBuffer: buffer).extent)
        #expect(CIImage(CVImageBuffer: buffer, options: nil).pixelBuffer === buffer)
        let none = CIImage(CVPixelBuffer: buffer, options: [kCIImageColorSpace: NSNull()])
        #expect(none.colorSpace == nil && CIImage(CVImageBuffer: buffer).pixelBuffer === buffer)
    }
}
