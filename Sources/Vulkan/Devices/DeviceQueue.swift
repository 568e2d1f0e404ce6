import CVulkan
import Synchronization

/// A queue, which is used by one thread at a time: also if an application's queue is adopted several times.
/// Thread-safe.
final class DeviceQueue: @unchecked Sendable {
    private let handle: VkQueue
    private let lock = Mutex(())

    private struct Known {
        weak var queue: DeviceQueue?
    }

    private static let known = Mutex<[UInt: Known]>([:])

    private init(_ handle: VkQueue) { self.handle = handle }

    /// Returns the object for a queue, which is the same while somebody uses it.
    static func queue(_ handle: VkQueue) -> DeviceQueue {
        let number = UInt(bitPattern: handle)
        return known.withLock { known in
            if let queue = known[number]?.queue { return queue }
            known = known.filter { $0.value.queue != nil }
            let queue = DeviceQueue(handle)
            known[number] = Known(queue: queue)
            return queue
        }
    }

    /// Calls `body` while no other thread uses the queue.
    func use<Result>(_ body: (VkQueue) -> Result) -> Result { lock.withLock { _ in body(handle) } }
}
