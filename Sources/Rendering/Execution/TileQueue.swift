import Synchronization

/// Hands out tile indices in order, until none is left, a tile has failed, or the rendering is stopped.
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
            // Report the earliest tile's error, so that the message depends as little as possible on the timing of
            // threads.
            if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
        }
    }

    var failure: (any Error)? { firstFailure.withLock { $0?.error } }
}
