import CoreImageVideo
import Foundation
import Testing

/// Core Media's names as programs for Apple's platforms write them, with the one import that they need.
@Suite("Spelling: times and samples")
struct MediaTimeSpellingTests {
    @Test("times and ranges")
    func times() {
        let frameDuration = CMTimeMake(value: 1001, timescale: 30_000)
        let tenth = CMTimeMultiply(frameDuration, multiplier: 10)
        #expect(tenth == CMTime(value: 10_010, timescale: 30_000))
        #expect(CMTimeGetSeconds(tenth) == 10_010.0 / 30_000)
        #expect(CMTimeAdd(tenth, frameDuration) - frameDuration == tenth)
        #expect(CMTimeCompare(frameDuration, tenth) < 0 && CMTime.zero < tenth)
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600) == CMTimeMakeWithSeconds(1.5, preferredTimescale: 600))
        #expect(CMTIME_IS_VALID(tenth) && CMTIME_IS_INVALID(.invalid) && CMTime.positiveInfinity.isPositiveInfinity)
        let range = CMTimeRangeMake(start: .zero, duration: tenth)
        #expect(CMTimeRangeContainsTime(range, time: frameDuration) && !range.containsTime(range.end))
        #expect(range.intersection(CMTimeRange(start: frameDuration, end: .positiveInfinity)).start == frameDuration)
        #expect(CMTimeRangeGetEnd(range) == tenth && range.duration == tenth)
        #expect(CMTimeConvertScale(tenth, timescale: 1000, method: .roundHalfAwayFromZero).value == 334)
    }

    @Test("a sample buffer has an image, times and a format")
    func samples() throws {
        var pixelBuffer: CVPixelBuffer?
        CVPixelBufferCreate(
            kCFAllocatorDefault, 16, 8, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &pixelBuffer)
        let imageBuffer = try #require(pixelBuffer)
        var formatDescription: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: imageBuffer, formatDescriptionOut: &formatDescription)
        let format = try #require(formatDescription)
        let dimensions = CMVideoFormatDescriptionGetDimensions(format)
        #expect(dimensions.width == 16 && dimensions.height == 8)
        #expect(CMFormatDescriptionGetMediaSubType(format) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        var timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 25), presentationTimeStamp: CMTime(value: 3, timescale: 25),
            decodeTimeStamp: .invalid)
        var sampleBuffer: CMSampleBuffer?
        let status = CMSampleBufferCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: imageBuffer, dataReady: true, makeDataReadyCallback: nil,
            refcon: nil, formatDescription: format, sampleTiming: &timing, sampleBufferOut: &sampleBuffer)
        #expect(status == noErr)
        let sample = try #require(sampleBuffer)
        #expect(CMSampleBufferGetImageBuffer(sample) === imageBuffer && sample.imageBuffer === imageBuffer)
        #expect(CMSampleBufferGetPresentationTimeStamp(sample).seconds == 0.12 && sample.duration.seconds == 0.04)
        #expect(CMSampleBufferIsValid(sample) && CMSampleBufferDataIsReady(sample))
        #expect(CMSampleBufferGetNumSamples(sample) == 1 && CMSampleBufferGetFormatDescription(sample) === format)
    }
}
