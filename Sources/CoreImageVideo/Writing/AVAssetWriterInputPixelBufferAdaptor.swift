import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime
import PixelBuffers
import Synchronization

/// Appends pixel buffers with their times to an input, and has a pool of buffers for them. Thread-safe, as the input
/// is.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
    /// The input.
    public let assetWriterInput: AVAssetWriterInput
    /// The attributes of the pool's buffers.
    public let sourcePixelBufferAttributes: [String: Any]?
    private let pool = Mutex<CVPixelBufferPool?>(nil)

    /// Creates an adaptor.
    ///
    /// - Parameters:
    ///   - assetWriterInput: An input that encodes video.
    ///   - sourcePixelBufferAttributes: Attributes of the pool's buffers, of which `kCVPixelBufferPixelFormatTypeKey`
    ///     is needed; the size is that of the input unless it is here. Nil for no pool.
    public init(
        assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil
    ) {
        (assetWriterInput, self.sourcePixelBufferAttributes) = (input, sourcePixelBufferAttributes)
    }

    /// A pool of buffers; nil before the writer's `startWriting()`, and if the attributes don't suffice for one.
    open var pixelBufferPool: CVPixelBufferPool? {
        guard assetWriterInput.session.withLock({ $0 != nil }), var attributes = sourcePixelBufferAttributes else {
            return nil
        }
        let settings = assetWriterInput.outputSettings ?? [:]
        attributes[kCVPixelBufferWidthKey] = attributes[kCVPixelBufferWidthKey] ?? settings[AVVideoWidthKey]
        attributes[kCVPixelBufferHeightKey] = attributes[kCVPixelBufferHeightKey] ?? settings[AVVideoHeightKey]
        let complete = CFDictionaryBox(values: attributes)
        return pool.withLock { pool in
            if pool == nil { CVPixelBufferPoolCreate(nil, nil, complete.values, &pool) }
            return pool
        }
    }

    /// Appends a frame. If the input isn't ready, the call waits until it is.
    ///
    /// The pixels must not be changed afterwards. The frame is shown until the time of the next one, and the last one
    /// until the end of the session.
    ///
    /// - Returns: Whether the frame was taken. If not, the writer's `error` is the reason.
    @discardableResult
    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
        let timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: presentationTime, decodeTimeStamp: .invalid)
        guard
            let sample = try? CMSampleBuffer(
                imageBuffer: pixelBuffer, formatDescription: CMFormatDescription(imageBuffer: pixelBuffer),
                sampleTiming: timing)
        else { return false }
        return assetWriterInput.append(sample)
    }
}
