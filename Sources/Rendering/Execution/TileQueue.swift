import Synchronization

/// Deals out tile numbers in order until all are dealt, one has failed or the rendering is stopped.
final class TileQueue: Sendable {
    private let count: Int
    private let control: RenderingControl
    private let dealt = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)
    private let firstFailure = Mutex<(index: Int, error: any Error)?>(nil)

    init(count: Int, control: RenderingControl) { (self.count, self.control) = (count, control) }

    func next() -> Int? {
        if stopped.load(ordering: .relaxed) { return nil }
        let index = dealt.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return nil }
        do { try control.meter.checkTime() } catch {
            fail(with: error, at: index)
            return nil
        }
        return index
    }

    func fail(with error: any Error, at index: Int) {
        stopped.store(true, ordering: .relaxed)
        firstFailure.withLock { failure in
            // The earliest tile's error is reported, so that the message depends on the threads' timing as little as
            // possible.
            if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
        }
    }

    var failure: (any Error)? { firstFailure.withLock { $0?.error } }
}
