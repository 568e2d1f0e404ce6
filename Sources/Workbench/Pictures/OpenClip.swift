import CoreImage
import CoreImageVideo
import Foundation
import Synchronization

/// A clip of which one page shows frames.
///
/// Frames are decoded in a process of their own, a few ahead of those that are shown. Thread-safe; a call waits for the
/// one before it.
package final class OpenClip: Sendable {
    /// A frame, with its lower left corner at the origin.
    package struct Frame: Sendable {
        /// The image.
        package let image: CIImage
        /// When the frame is shown, in seconds.
        package let time: Double
    }

    private struct Position {
        /// The frames that are being decoded; nil at first and after an error.
        var frames: FrameLookAhead?
        /// The frame that is shown, and the one after it. Both are nil before the first frame was read.
        var current: TimedFrame?
        var next: TimedFrame?
        /// Why there is no next frame, if that isn't the end.
        var failure: (any Error)?
    }

    /// Frames that are further ahead than this are found by a seek instead of decoding all frames between.
    private static let longestStep = 1.0

    /// The asset, for an export.
    let asset: AVURLAsset
    /// The duration in seconds.
    package let duration: Double
    /// Frames a second; 25 if the file doesn't state it.
    package let frameRate: Double
    /// The size of the upright frames in pixels.
    package let size: CGSize
    private let source: VideoFileFrames
    private let identity: FileIdentity?
    private let position = Mutex(Position())
    /// What `close()` cancels while another thread waits for a frame.
    private let decoding = Mutex<(frames: FrameLookAhead?, isClosed: Bool)>((nil, false))

    /// Opens a clip.
    ///
    /// - Throws: `AVError`, or `WorkbenchRefusal` if its frames are too large.
    package init(_ url: URL, limits: WorkbenchLimits) throws {
        asset = AVURLAsset(url: url)
        identity = FileIdentity(url)
        source = try VideoFileFrames(asset)
        size = source.presentationSize
        guard size.width * size.height <= Double(limits.picturePixels) else {
            throw WorkbenchRefusal(
                "\(url.lastPathComponent): its frames have more than \(limits.picturePixels) pixels. "
                    + "If it can be trusted, raise the limit with --pixel-limit.")
        }
        duration = source.duration.isNumeric ? source.duration.seconds : 0
        let rate = Double(asset.tracks(withMediaType: .video).first?.nominalFrameRate ?? 0)
        frameRate = rate > 0 ? rate : 25
    }

    deinit { close() }

    /// Whether the file is the one that was opened, with the same contents.
    var isUnchanged: Bool { identity != nil && identity == FileIdentity(asset.url) }

    /// Returns the frame that is shown at a time: for earlier times the first frame, and after the end the last one. It
    /// waits until the frame has been decoded.
    ///
    /// - Throws: The error of the file, or `CancellationError` once the clip is closed.
    package func frame(at seconds: Double) throws -> Frame {
        try position.withLock { position in
            do {
                return try frame(at: seconds, &position)
            } catch {
                // The process that decodes ends with an error, such as that of a damaged frame. Other frames may be
                // fine.
                position.frames?.cancel()
                position = Position()
                throw error
            }
        }
    }

    private func frame(at seconds: Double, _ position: inout Position) throws -> Frame {
        let isBefore = position.current.map { seconds < $0.time.seconds } ?? true
        let latest = position.next ?? position.current
        if isBefore || seconds > (latest?.time.seconds ?? 0) + Self.longestStep {
            try seek(to: seconds, &position)
        }
        while let next = position.next, next.time.seconds <= seconds {
            position.current = next
            lookAhead(&position)
        }
        guard let frame = position.current else {
            throw WorkbenchRefusal("\(asset.url.lastPathComponent) has no frames. Choose another clip.")
        }
        if let failure = position.failure, seconds >= frame.time.seconds + 1 / frameRate { throw failure }
        return Frame(image: try frame.filtered().image, time: frame.time.seconds)
    }

    private func seek(to seconds: Double, _ position: inout Position) throws {
        // The process that decodes has ended with an error.
        if position.failure != nil { position.frames?.cancel() }
        let kept = position.failure == nil ? position.frames : nil
        position = Position(frames: try kept ?? opened())
        // A time after the last frame has none: the search goes back, further each time.
        var (start, step) = (max(0, seconds), Self.longestStep)
        while true {
            position.frames?.begin(at: CMTime(seconds: start, preferredTimescale: 90_000))
            position.current = try position.frames?.next()
            if position.current != nil || start == 0 { break }
            (start, step) = (max(0, start - step), step * 4)
        }
        lookAhead(&position)
    }

    /// Reads the next frame. An error doesn't concern the present one, so it is kept until its time.
    private func lookAhead(_ position: inout Position) {
        do { position.next = try position.frames?.next() } catch {
            (position.next, position.failure) = (nil, error)
        }
    }

    private func opened() throws -> FrameLookAhead {
        let frames = FrameLookAhead(try source.makeReader())
        let isClosed = decoding.withLock { decoding in
            decoding.frames = frames
            return decoding.isClosed
        }
        if isClosed { frames.cancel() }
        return frames
    }

    /// Ends decoding. A call that waits throws an error.
    package func close() {
        decoding.withLock { decoding in
            decoding.isClosed = true
            return decoding.frames
        }?.cancel()
    }
}
