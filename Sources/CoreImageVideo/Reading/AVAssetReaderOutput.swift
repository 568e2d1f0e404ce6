import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime
import Synchronization
import VideoExchange

/// Frames or packets of a reader, one after the other. Subclasses say which.
///
/// Each output reads the file in a process of its own, so that outputs can be read in any order. Thread-safe; calls of
/// `copyNextSampleBuffer()` wait for each other.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    private let isReading = Mutex(())
    let reader = Mutex<WeakReader>(WeakReader())

    /// Holds the reader without keeping it.
    struct WeakReader: @unchecked Sendable {
        weak var reader: AVAssetReader?
    }

    override init() {}

    /// The kind of media.
    open var mediaType: AVMediaType { .video }
    /// Whether samples may be changed. It has no effect: they may in any case, as no other code uses their memory.
    open var alwaysCopiesSampleData = true

    /// Waits for the next frame or packet.
    ///
    /// - Returns: Nil at the end, before `startReading()`, after `cancelReading()`, and after an error; the reader's
    ///   `status` and `error` tell which.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        isReading.withLock { _ in
            guard let reader = reader.withLock({ $0.reader }), reader.status == .reading else { return nil }
            do {
                if let sample = try next() { return sample }
                reader.noteEnd(of: self)
            } catch {
                reader.fail(error)
            }
            return nil
        }
    }

    /// Opens the file for the time range of the reader.
    func open(_ range: CMTimeRange) throws { preconditionFailure("Subclasses open files.") }
    /// Returns the next frame or packet; nil at the end.
    func next() throws -> CMSampleBuffer? { nil }
    /// Ends reading.
    func cancel() {}
    /// The asset whose tracks are read.
    var source: AssetSource? { nil }
}

extension CMTimeRange {
    /// The start, or nil for 0 and before.
    var readingStart: RationalTime? {
        start.isNumeric && start > .zero ? RationalTime(start) : nil
    }
    /// The end, or nil if there is none.
    var readingEnd: RationalTime? { end.isNumeric ? RationalTime(end) : nil }
}
