import Foundation
import MediaSamples
import MediaTime
import PixelBuffers
import Pixels
import Testing

@Suite("Frames of video and their formats")
struct SampleTests {
    private static func buffer(
        _ type: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, _ width: Int = 6
    ) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        try #require(CVPixelBufferCreate(kCFAllocatorDefault, width, 4, type, nil, &buffer) == kCVReturnSuccess)
        return try #require(buffer)
    }

    private static func description(_ buffer: CVImageBuffer) throws -> CMVideoFormatDescription {
        var description: CMVideoFormatDescription?
        #expect(
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescriptionOut: &description) == noErr)
        return try #require(description)
    }

    @Test("a frame has the buffer, the description and the times that it was created with")
    func frame() throws {
        let buffer = try Self.buffer()
        let description = try Self.description(buffer)
        var timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: 7, timescale: 30),
            decodeTimeStamp: .invalid)
        var made: CMSampleBuffer?
        let status = CMSampleBufferCreateReadyWithImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescription: description, sampleTiming: &timing,
            sampleBufferOut: &made)
        #expect(status == noErr)
        let sample = try #require(made)
        #expect(CMSampleBufferGetImageBuffer(sample) === buffer && sample.imageBuffer === buffer)
        #expect(CMSampleBufferGetPresentationTimeStamp(sample) == CMTime(value: 7, timescale: 30))
        #expect(sample.presentationTimeStamp == timing.presentationTimeStamp && sample.duration == timing.duration)
        #expect(
            CMSampleBufferGetDuration(sample) == timing.duration && !CMSampleBufferGetDecodeTimeStamp(sample).isValid)
        #expect(CMSampleBufferGetFormatDescription(sample) == description && sample.formatDescription === description)
        #expect(CMSampleBufferGetNumSamples(sample) == 1 && CMSampleBufferDataIsReady(sample))
        var read = CMSampleTimingInfo()
        #expect(CMSampleBufferGetSampleTimingInfo(sample, at: 0, timingInfoOut: &read) == noErr && read == timing)
        #expect(
            CMSampleBufferGetSampleTimingInfo(sample, at: 1, timingInfoOut: &read)
                == kCMSampleBufferError_SampleIndexOutOfRange)
        #expect(sample.outputPresentationTimeStamp == timing.presentationTimeStamp)
        CMSampleBufferSetOutputPresentationTimeStamp(sample, newValue: .zero)
        #expect(CMSampleBufferGetOutputPresentationTimeStamp(sample) == .zero)

        var later = timing
        later.presentationTimeStamp = CMTime(value: 1, timescale: 1)
        var copy: CMSampleBuffer?
        #expect(
            CMSampleBufferCreateCopyWithNewTiming(
                allocator: nil, sampleBuffer: sample, sampleTimingEntryCount: 1, sampleTimingArray: &later,
                sampleBufferOut: &copy) == noErr)
        #expect(copy?.presentationTimeStamp == later.presentationTimeStamp && copy?.imageBuffer === buffer)
        #expect(
            CMSampleBufferCreateCopyWithNewTiming(
                allocator: nil, sampleBuffer: sample, sampleTimingEntryCount: 2, sampleTimingArray: &later,
                sampleBufferOut: &copy) == kCMSampleBufferError_InvalidEntryCount)
        #expect(copy == nil)

        CMSampleBufferInvalidate(sample)
        #expect(!CMSampleBufferIsValid(sample) && sample.imageBuffer == nil)
    }

    @Test("a description of another format is refused")
    func mismatch() throws {
        let (buffer, other) = (try Self.buffer(), try Self.buffer(kCVPixelFormatType_32BGRA))
        var timing = kCMTimingInfoInvalid
        for wrong in [try Self.description(other), try Self.description(try Self.buffer(buffer.format.type, 8))] {
            var sample: CMSampleBuffer?
            #expect(
                CMSampleBufferCreateReadyWithImageBuffer(
                    allocator: nil, imageBuffer: buffer, formatDescription: wrong, sampleTiming: &timing,
                    sampleBufferOut: &sample) == kCMSampleBufferError_InvalidMediaFormat)
            #expect(sample == nil)
            let error = #expect(throws: CMSampleBufferError.self) {
                try CMSampleBuffer(imageBuffer: buffer, formatDescription: wrong, sampleTiming: timing)
            }
            #expect(error?.status == kCMSampleBufferError_InvalidMediaFormat)
        }
        let old = try Self.description(buffer)
        CVBufferSetAttachment(
            buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
        #expect(!old.matchesImageBuffer(buffer) && CMFormatDescription(imageBuffer: buffer).matchesImageBuffer(buffer))
    }

    @Test("pixels that aren't ready are made ready by the callback")
    func ready() throws {
        let buffer = try Self.buffer()
        var timing = CMSampleTimingInfo()
        var calls = 0
        try withUnsafeMutablePointer(to: &calls) { counter in
            var made: CMSampleBuffer?
            CMSampleBufferCreateForImageBuffer(
                allocator: nil, imageBuffer: buffer, dataReady: false,
                makeDataReadyCallback: { _, context in
                    let counter = context?.assumingMemoryBound(to: Int.self)
                    counter?.pointee += 1
                    return counter?.pointee == 1 ? -5 : noErr
                }, refcon: counter, formatDescription: try Self.description(buffer), sampleTiming: &timing,
                sampleBufferOut: &made)
            let sample = try #require(made)
            #expect(!CMSampleBufferDataIsReady(sample))
            #expect(CMSampleBufferMakeDataReady(sample) == -5 && !CMSampleBufferDataIsReady(sample))
            #expect(CMSampleBufferMakeDataReady(sample) == noErr && CMSampleBufferDataIsReady(sample))
            #expect(CMSampleBufferMakeDataReady(sample) == noErr && counter.pointee == 2)
        }
        var made: CMSampleBuffer?
        CMSampleBufferCreateForImageBuffer(
            allocator: nil, imageBuffer: buffer, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
            formatDescription: try Self.description(buffer), sampleTiming: &timing, sampleBufferOut: &made)
        #expect(CMSampleBufferMakeDataReady(try #require(made)) == kCMSampleBufferError_BufferNotReady)
    }

    @Test("a description has the codec, the size and the extensions, and equals others with the same")
    func descriptions() throws {
        func make(_ width: Int32, _ extensions: CFDictionary?) -> (OSStatus, CMVideoFormatDescription?) {
            var made: CMVideoFormatDescription?
            let status = CMVideoFormatDescriptionCreate(
                allocator: kCFAllocatorDefault, codecType: 0x6176_6331, width: width, height: 480,
                extensions: extensions, formatDescriptionOut: &made)
            return (status, made)
        }
        let extensions: CFDictionary = [
            kCMFormatDescriptionExtension_ColorPrimaries: kCVImageBufferColorPrimaries_SMPTE_C,
            kCMFormatDescriptionExtension_PixelAspectRatio: [
                kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 10,
                kCVImageBufferPixelAspectRatioVerticalSpacingKey: 11,
            ] as CFDictionary,
            kCMFormatDescriptionExtension_CleanAperture: [
                kCVImageBufferCleanApertureWidthKey: 704, kCVImageBufferCleanApertureHeightKey: 480,
            ] as CFDictionary,
        ]
        let description = try #require(make(720, extensions).1)
        #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Video)
        #expect(CMFormatDescriptionGetMediaSubType(description) == 0x6176_6331)
        #expect(description.mediaType == .video && description.mediaSubType.rawValue == 0x6176_6331)
        #expect(CMVideoFormatDescriptionGetDimensions(description) == CMVideoDimensions(width: 720, height: 480))
        #expect(
            CMFormatDescriptionGetExtension(
                description, extensionKey: kCMFormatDescriptionExtension_ColorPrimaries) as? String == "SMPTE_C")
        #expect(CMFormatDescriptionGetExtensions(description)?.count == 3)
        for (useShape, useAperture, width): (Bool, Bool, Double) in [
            (false, false, 720), (false, true, 704), (true, true, 640), (true, false, 7200.0 / 11),
        ] {
            let size = CMVideoFormatDescriptionGetPresentationDimensions(
                description, usePixelAspectRatio: useShape, useCleanAperture: useAperture)
            #expect(abs(size.width - width) < 1e-9 && size.height == 480)
        }
        #expect(CMFormatDescriptionEqual(description, otherFormatDescription: make(720, extensions).1))
        #expect(!CMFormatDescriptionEqual(description, otherFormatDescription: make(721, extensions).1))
        #expect(!CMFormatDescriptionEqual(description, otherFormatDescription: make(720, nil).1))
        #expect(!CMFormatDescriptionEqual(description, otherFormatDescription: nil))
        #expect(CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
        #expect(CMFormatDescriptionGetExtensions(try #require(make(720, nil).1)) == nil)
        #expect(make(0, nil).0 == kCMFormatDescriptionError_InvalidParameter && make(0, nil).1 == nil)
    }

    @Test("what a description takes from a buffer is what they have in common")
    func common() throws {
        let buffer = try Self.buffer()
        CVBufferSetAttachment(
            buffer, kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocation_Left, .shouldPropagate)
        CVBufferSetAttachment(buffer, "note", 1, .shouldPropagate)
        let description = try Self.description(buffer)
        #expect(
            CMFormatDescriptionGetExtensions(description) as? [String: String] == [
                kCMFormatDescriptionExtension_ChromaLocationTopField: "Left"
            ])
        #expect(CMVideoFormatDescriptionMatchesImageBuffer(description, imageBuffer: buffer))
        #expect(CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers().contains(kCVImageBufferFieldCountKey))
    }
}
