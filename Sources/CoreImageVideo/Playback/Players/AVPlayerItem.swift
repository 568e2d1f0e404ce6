import CoreImageEssentials
import Synchronization

/// Something that a player plays: an asset with its time, its state and its outputs.
///
/// An item is loaded when it becomes the current item of a player: when ``AVPlayer/replaceCurrentItem(with:)`` returns,
/// its status is `readyToPlay` or `failed`. On Apple's systems that happens some time later, which programs observe by
/// key-value observing; there is none on Linux. Frames are decoded only for outputs. There is no sound. Thread-safe.
public final class AVPlayerItem: Sendable {
    /// Whether an item can be played.
    public enum Status: Int, Sendable {
        /// It hasn't been loaded.
        case unknown = 0
        /// It can be played.
        case readyToPlay = 1
        /// It can't be played; `error` is the reason.
        case failed = 2
    }

    struct State: Sendable {
        var status = Status.unknown
        var error: (any Error)?
        var source: (any FrameSource)?
        /// Increased when the source is exchanged.
        var sourceNumber = 0
        var composition: AVVideoComposition?
        var endTime = CMTime.invalid
        var outputs: [AVPlayerItemVideoOutput] = []
        var timebase: CMTimebase?
        /// Whether the end has been announced since the time jumped.
        var hasEnded = false
        /// The start time, from seeks before the item is played.
        var initialTime = CMTime.zero
        var failurePosted = false
        /// Wakes the player after the time has jumped.
        var timeDidJump: (@Sendable () -> Void)?
    }

    /// What is played.
    public let asset: AVAsset
    let makeSource: @Sendable (AVVideoComposition?) throws -> any FrameSource
    let state = Mutex(State())

    /// Creates an item of a source of frames.
    ///
    /// - Parameter makeSource: Makes the source when the item is loaded, and when its composition is changed.
    package init(
        asset: AVAsset, makeSource: @escaping @Sendable (AVVideoComposition?) throws -> any FrameSource
    ) {
        (self.asset, self.makeSource) = (asset, makeSource)
    }

    /// Whether the item can be played.
    public var status: Status { state.withLock { $0.status } }

    /// The reason why the item can't be played, or stopped; nil if there is none.
    public var error: (any Error)? { state.withLock { $0.error } }

    /// The time after the last frame; indefinite until the item is loaded.
    public var duration: CMTime { state.withLock { $0.source?.duration } ?? .indefinite }

    /// The size of the frames as they are shown, in pixels; 0 × 0 until the item is loaded.
    public var presentationSize: CGSize { state.withLock { $0.source?.presentationSize } ?? .zero }

    /// The time at which playing ends; invalid, as it is at first, for the item's duration.
    public var forwardPlaybackEndTime: CMTime {
        get { state.withLock { $0.endTime } }
        set {
            let time = currentTime()
            state.withLock { state in
                state.endTime = newValue
                if time < state.playbackEnd { state.hasEnded = false }
            }
            state.withLock { $0.timeDidJump }?()
        }
    }

    /// The time of the item, which the player's clock moves; nil unless it is a player's current item.
    public var timebase: CMTimebase? { state.withLock { $0.timebase } }

    /// The time that is played now. It is never after the end.
    public func currentTime() -> CMTime {
        let (timebase, time, end) = state.withLock { ($0.timebase, $0.initialTime, $0.playbackEnd) }
        guard let timebase else { return time }
        return end.isNumeric ? min(timebase.time, end) : timebase.time
    }

    /// Whether the item can be played faster.
    public var canPlayFastForward: Bool { status == .readyToPlay }
    /// Whether the item can be played slower.
    public var canPlaySlowForward: Bool { status == .readyToPlay }
    /// Whether the item can be played backwards. Frames are decoded only forwards.
    public var canPlayReverse: Bool { false }
}

extension AVPlayerItem.State {
    /// The time at which playing ends; indefinite if it isn't known.
    var playbackEnd: CMTime {
        let duration = source?.duration ?? .indefinite
        guard endTime.isNumeric else { return duration }
        return duration.isNumeric ? min(endTime, duration) : endTime
    }
}

extension AVPlayerItem: Hashable {
    /// Whether both are the same item.
    public static func == (a: AVPlayerItem, b: AVPlayerItem) -> Bool { a === b }

    /// Hashes the item's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
