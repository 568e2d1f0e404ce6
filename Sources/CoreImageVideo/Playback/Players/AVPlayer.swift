import CoreImageEssentials
import Synchronization

/// Plays an item: moves its time, tells observers about it, and stops at the end.
///
/// Frames come from an ``AVPlayerItemVideoOutput`` of the item. There is no sound, and frames are never shown
/// backwards. Thread-safe.
public final class AVPlayer: Sendable {
    /// Whether a player can play.
    public enum Status: Int, Sendable {
        /// There has been no item.
        case unknown = 0
        /// It can play.
        case readyToPlay = 1
        /// It can't play any more. Players of this library don't fail; items do.
        case failed = 2
    }

    /// Whether the time passes.
    public enum TimeControlStatus: Int, Sendable {
        /// The rate is 0.
        case paused = 0
        /// The player would play, but has no item that can be played.
        case waitingToPlayAtSpecifiedRate = 1
        /// The time passes.
        case playing = 2
    }

    /// What a player does at the end of its item.
    public enum ActionAtItemEnd: Int, Sendable {
        /// It sets its rate to 0.
        case pause = 1
        /// It keeps its rate; the time stays at the end.
        case none = 2
    }

    struct State: Sendable {
        var item: AVPlayerItem?
        var rate: Float = 0
        var defaultRate: Float = 1
        var clock = CMClock.hostTimeClock
        var timer: (any ClockTimer)?
        var actionAtItemEnd = ActionAtItemEnd.pause
        var volume: Float = 1
        var isMuted = false
        var observers: [TimeObserver] = []
    }

    let state = Mutex(State())
    /// The time of the item up to which observers have been called.
    let passedTime = Mutex(CMTime.zero)

    /// Creates a player without an item.
    public init() {}

    /// Creates a player of an item, which is loaded; see ``AVPlayerItem``.
    public convenience init(playerItem item: AVPlayerItem?) {
        self.init()
        replaceCurrentItem(with: item)
    }

    deinit {
        let state = state.withLock { $0 }
        state.timer?.invalidate()
        state.item?.detach()
    }

    /// The item that is played; nil if there is none.
    public var currentItem: AVPlayerItem? { state.withLock { $0.item } }

    /// Whether the player can play.
    public var status: Status { currentItem == nil ? .unknown : .readyToPlay }

    /// The reason why the player can't play any more: always nil. Items have errors of their own.
    public var error: (any Error)? { nil }

    /// Whether the time passes.
    public var timeControlStatus: TimeControlStatus {
        let (rate, item) = state.withLock { ($0.rate, $0.item) }
        if rate == 0 { return .paused }
        return item?.status == .readyToPlay ? .playing : .waitingToPlayAtSpecifiedRate
    }

    /// The clock by which items are played: the host's, or a ``SimulatedClock`` in tests. Setting it stops the time.
    public var sourceClock: CMClock {
        get { state.withLock { $0.clock } }
        set {
            let item = currentItem
            replaceCurrentItem(with: nil)
            let timer = state.withLock { state in
                defer { state.timer = nil }
                (state.clock, state.rate) = (newValue, 0)
                return state.timer
            }
            timer?.invalidate()
            replaceCurrentItem(with: item)
        }
    }

    /// What the player does at the end of its item.
    public var actionAtItemEnd: ActionAtItemEnd {
        get { state.withLock { $0.actionAtItemEnd } }
        set { state.withLock { $0.actionAtItemEnd = newValue } }
    }

    /// Loads an item and makes it the current one; see ``AVPlayerItem``. The rate stays.
    public func replaceCurrentItem(with item: AVPlayerItem?) {
        let (old, clock) = state.withLock { ($0.item, $0.clock) }
        guard old !== item else { return }
        old?.detach()
        item?.attach(to: clock) { [weak self] in self?.timeDidChange() }
        state.withLock { $0.item = item }
        if let item { applyRate(to: item) }
        timeDidChange()
    }

    /// The time of the current item; 0 if there is none.
    public func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }
}
