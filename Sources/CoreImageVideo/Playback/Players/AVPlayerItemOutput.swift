import CoreImageEssentials
import Synchronization

/// What takes something from a player's item. ``AVPlayerItemVideoOutput`` takes its frames. Thread-safe.
public class AVPlayerItemOutput: @unchecked Sendable {
    // The stored properties are constants that are thread-safe.
    private struct Owner: Sendable {
        weak var item: AVPlayerItem?
    }

    private let owner = Mutex(Owner())
    private let suppresses = Mutex(false)

    init() {}

    /// Whether the player doesn't show what the output takes. It never shows anything here: the value is kept without
    /// an effect.
    public var suppressesPlayerRendering: Bool {
        get { suppresses.withLock { $0 } }
        set { suppresses.withLock { $0 = newValue } }
    }

    /// Returns the time of the item at a time of the host.
    ///
    /// - Parameter hostTimeInSeconds: A time as from `CACurrentMediaTime()` or `CADisplayLink.targetTimestamp`; of the
    ///   player's clock, if it has another one.
    /// - Returns: The time, or an invalid one if the output has no item that is played.
    public func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        Int64(exactly: (hostTimeInSeconds * 1e9).rounded()).map { itemTime(atClock: $0) } ?? .invalid
    }

    /// Returns the time of the item at a time of the host in its units, as `mach_absolute_time()` has on Apple's
    /// systems and `CVGetCurrentHostTime()` here.
    public func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime { itemTime(atClock: machAbsoluteTime) }

    /// Returns the time of the item at a display link's time; invalid unless its `hostTime` is valid.
    public func itemTime(for timestamp: CVTimeStamp) -> CMTime {
        guard CVTimeStampFlags(rawValue: timestamp.flags).contains(.hostTimeValid) else { return .invalid }
        return Int64(exactly: timestamp.hostTime).map { itemTime(atClock: $0) } ?? .invalid
    }

    private func itemTime(atClock time: Int64) -> CMTime { item?.timebase?.time(atClock: time) ?? .invalid }

    // MARK: For the item

    var item: AVPlayerItem? { owner.withLock { $0.item } }

    func attach(to item: AVPlayerItem) {
        if let other = self.item, other !== item { other.remove(self) }
        owner.withLock { $0.item = item }
    }

    /// Forgets an item. Returns false if it isn't that of the output.
    func forget(_ item: AVPlayerItem) -> Bool {
        owner.withLock { owner in
            guard owner.item === item else { return false }
            owner.item = nil
            return true
        }
    }
}
