import Synchronization
import VideoExchange

/// The memory in which frames go to an encoder: who uses which slot. Thread-safe.
final class EncoderSlots: Sendable {
    private enum Owner: Equatable {
        case nobody, worker
        /// The frame with this number.
        case caller(UInt64)
    }

    private struct State {
        var owners: [Owner]
        /// The number of frames that have been given to the caller.
        var count: UInt64 = 0
    }

    let ring: FrameRing
    private let state: Mutex<State>

    init(_ ring: FrameRing) {
        self.ring = ring
        state = Mutex(State(owners: Array(repeating: .nobody, count: ring.slots)))
    }

    /// Returns a free slot for the caller, and the number of the frame in it; nil if there is none.
    func take() -> (slot: UInt32, frame: UInt64)? {
        state.withLock { state in
            guard let index = state.owners.firstIndex(of: .nobody) else { return nil }
            state.count += 1
            state.owners[index] = .caller(state.count)
            return (UInt32(index), state.count)
        }
    }

    /// Whether the worker has a slot, so that one can become free.
    var workerHasSome: Bool { state.withLock { $0.owners.contains(.worker) } }

    /// Whether no slot is free, and the worker has at least one, which it will give back.
    var mustWait: Bool { state.withLock { !$0.owners.contains(.nobody) && $0.owners.contains(.worker) } }

    /// Notes that a slot belongs to the worker. Returns false if the caller has given the frame away already.
    func handOver(_ slot: UInt32, frame: UInt64) -> Bool {
        state.withLock { state in
            guard state.owners[Int(slot)] == .caller(frame) else { return false }
            state.owners[Int(slot)] = .worker
            return true
        }
    }

    /// Takes a slot back that the caller doesn't use. It has no effect if the frame has been given away before, even if
    /// the slot has another frame of the caller since then.
    func abandon(_ slot: UInt32, frame: UInt64) {
        state.withLock { state in
            if state.owners[Int(slot)] == .caller(frame) { state.owners[Int(slot)] = .nobody }
        }
    }

    /// Takes a slot back from the worker. Returns false if it has no such slot.
    func giveBack(_ slot: UInt32) -> Bool {
        state.withLock { state in
            guard slot < UInt32(state.owners.count), state.owners[Int(slot)] == .worker else { return false }
            state.owners[Int(slot)] = .nobody
            return true
        }
    }
}
