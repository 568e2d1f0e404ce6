import Foundation
import MediaTime
import PixelBuffers
import Synchronization

/// The number of samples.
public typealias CMItemCount = Int
/// The index of a sample.
public typealias CMItemIndex = Int

/// A frame of video, or a packet of encoded media, with its time: what cameras and readers of files deliver.
///
/// Thread-safe, except for the pixels of the image buffer; see `CVBuffer`.
public final class CMSampleBuffer: @unchecked Sendable {
    struct State: Sendable {
        var isReady: Bool
        var isValid = true
        var outputTime: CMTime?
    }

    private let buffer: CVImageBuffer?
    private let data: CMBlockBuffer?
    private let description: CMFormatDescription
    /// What the reader that made a packet knows about it besides.
    package let packetFacts: (any Sendable)?
    let timing: CMSampleTimingInfo
    let makeReady: CMSampleBufferMakeDataReadyCallback?
    // It is only passed to the callback.
    let context: UnsafeMutableRawPointer?
    let state: Mutex<State>

    /// Creates a frame.
    ///
    /// - Throws: `kCMSampleBufferError_InvalidMediaFormat` if the description isn't that of the buffer.
    init(
        _ buffer: CVImageBuffer, _ description: CMFormatDescription, _ timing: CMSampleTimingInfo,
        isReady: Bool = true, makeReady: CMSampleBufferMakeDataReadyCallback? = nil,
        context: UnsafeMutableRawPointer? = nil
    ) throws(CMSampleBufferError) {
        guard description.matchesImageBuffer(buffer) else {
            throw CMSampleBufferError(status: kCMSampleBufferError_InvalidMediaFormat)
        }
        (self.buffer, data, self.description, self.timing, packetFacts) = (buffer, nil, description, timing, nil)
        (self.makeReady, self.context) = (makeReady, context)
        state = Mutex(State(isReady: isReady))
    }

    /// Creates a packet.
    ///
    /// - Parameter facts: What its reader knows about it besides, for its writer.
    package init(
        data: CMBlockBuffer, formatDescription: CMFormatDescription, timing: CMSampleTimingInfo, facts: any Sendable
    ) {
        (buffer, self.data, description, self.timing, packetFacts) = (nil, data, formatDescription, timing, facts)
        (makeReady, context) = (nil, nil)
        state = Mutex(State(isReady: true))
    }

    /// Creates a frame whose pixels are ready.
    ///
    /// - Parameters:
    ///   - imageBuffer: The pixels.
    ///   - formatDescription: The description of the pixels, such as `CMFormatDescription(imageBuffer:)`.
    ///   - sampleTiming: The times of the frame.
    /// - Throws: `CMSampleBufferError` if the description isn't that of the buffer.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        try self.init(imageBuffer, formatDescription, sampleTiming)
    }

    /// The pixels; nil for packets, and after the frame was invalidated.
    public var imageBuffer: CVImageBuffer? { isValid ? buffer : nil }
    /// The bytes of a packet; nil for frames, and after the packet was invalidated.
    public var dataBuffer: CMBlockBuffer? { isValid ? data : nil }
    /// The description of the pixels, or of the packet's codec.
    public var formatDescription: CMFormatDescription? { description }
    /// When the frame is shown.
    public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
    /// When the frame is decoded; invalid if that is in the order of presentation.
    public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
    /// How long the frame is shown; invalid if it isn't known.
    public var duration: CMTime { timing.duration }
    /// The number of frames or packets, which is 1.
    public var numSamples: CMItemCount { 1 }
    /// Whether the frame hasn't been invalidated.
    public var isValid: Bool { state.withLock { $0.isValid } }

    /// When the frame is shown at last; `presentationTimeStamp` unless it was set to another time.
    public var outputPresentationTimeStamp: CMTime {
        state.withLock { $0.outputTime } ?? timing.presentationTimeStamp
    }

    /// Makes `imageBuffer` and `dataBuffer` nil.
    public func invalidate() { state.withLock { $0.isValid = false } }

    /// Returns a frame of the same pixels, or a packet of the same bytes, with other times.
    func copy(_ timing: CMSampleTimingInfo) throws(CMSampleBufferError) -> CMSampleBuffer {
        if let data, let packetFacts {
            return CMSampleBuffer(data: data, formatDescription: description, timing: timing, facts: packetFacts)
        }
        guard let buffer else { throw CMSampleBufferError(status: kCMSampleBufferError_Invalidated) }
        return try CMSampleBuffer(
            buffer, description, timing, isReady: state.withLock { $0.isReady }, makeReady: makeReady,
            context: context)
    }
}
