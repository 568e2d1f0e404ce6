import CoreImageEssentials
import Synchronization

/// What a client wants to know about a player's time.
final class TimeObserver: Sendable {
    enum Times: Sendable {
        /// All multiples of a positive time.
        case multiples(of: CMTime)
        /// These times, in their order.
        case boundaries([CMTime])
    }

    let times: Times
    private let queue: DispatchQueue
    private let block: @Sendable (CMTime) -> Void
    private let isRemoved = Mutex(false)

    init(_ times: Times, queue: DispatchQueue?, block: @escaping @Sendable (CMTime) -> Void) {
        (self.times, self.queue, self.block) = (times, queue ?? .main, block)
    }

    /// Calls the block on its queue.
    func call(_ time: CMTime) {
        queue.async { [self] in if !isRemoved.withLock({ $0 }) { block(time) } }
    }

    func remove() { isRemoved.withLock { $0 = true } }

    /// Returns the first time after another one of which the client wants to know; nil if there is none.
    func next(after time: CMTime) -> CMTime? {
        switch times {
        case .boundaries(let times): return times.first { $0 > time }
        case .multiples(let interval):
            guard time.isNumeric, time.timescale > 0 else { return nil }
            let divisor = Int128(time.timescale) * Int128(interval.value)
            let (quotient, remainder) = (Int128(time.value) * Int128(interval.timescale))
                .quotientAndRemainder(dividingBy: divisor)
            let number = remainder < 0 ? quotient : quotient + 1
            return Int64(exactly: number * Int128(interval.value)).map {
                CMTime(value: $0, timescale: interval.timescale)
            }
        }
    }
}
