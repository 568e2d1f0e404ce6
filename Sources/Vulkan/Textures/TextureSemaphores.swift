import DeviceKernels
import Synchronization

/// The semaphores of a texture, and its turns between the application and renderings. Thread-safe.
final class TextureSemaphores: Sendable {
    private let device: VulkanDevice
    private let pending = Mutex(Pending())

    private struct Pending {
        var waits: [SemaphoreValue] = []
        var signals: [SemaphoreValue] = []
    }

    init(_ device: VulkanDevice) { self.device = device }

    /// Lets the next turn of a rendering begin when a semaphore has a value.
    func wait(for value: SemaphoreValue) { pending.withLock { $0.waits.add(value) } }

    /// Lets the end of the next writing give a semaphore a value.
    func signal(_ value: SemaphoreValue) { pending.withLock { $0.signals.add(value) } }

    /// Forgets the values that semaphores would get.
    func dropSignals() { pending.withLock { $0.signals = [] } }

    /// Begins a rendering's turn: waits for the semaphores, and executes commands, if there are any.
    ///
    /// If the wait fails, later turns wait, too.
    func begin(_ record: ((CommandRecorder) -> Void)? = nil) throws {
        let waits = pending.withLock { $0.waits }
        try refuseNulls(waits) { $0.waits.removeAll { $0.handle == nil } }
        try device.wait(for: waits)
        if waits.isEmpty, record == nil { return }
        // The device waits, too: what was written before becomes visible to later commands by that.
        try device.execute(waits: waits, record ?? { _ in }) {
            self.pending.withLock { $0.waits.removeAll(where: waits.contains) }
        }
    }

    /// Ends a writing: executes commands, if there are any, and lets semaphores have their values then.
    func end(_ record: ((CommandRecorder) -> Void)? = nil) throws {
        let signals = pending.withLock { $0.signals }
        try refuseNulls(signals) { $0.signals.removeAll { $0.handle == nil } }
        for signal in signals {
            let value = try device.value(of: signal)
            guard value >= signal.value else { continue }
            pending.withLock { $0.signals.removeAll { $0 == signal } }
            throw DeviceFailure(
                .failed, device: device.description.name,
                reason: "a texture's semaphore has the value \(value) already, and can't get \(signal.value); signal a "
                    + "larger value")
        }
        if signals.isEmpty, record == nil { return }
        try device.execute(signals: signals, record ?? { _ in }) {
            self.pending.withLock { $0.signals.removeAll(where: signals.contains) }
        }
        // The processor may see the end of the commands earlier than the semaphores' values.
        try device.wait(for: signals)
    }

    private func refuseNulls(_ values: [SemaphoreValue], _ remove: (inout sending Pending) -> Void) throws {
        guard values.contains(where: { $0.handle == nil }) else { return }
        pending.withLock { remove(&$0) }
        throw DeviceFailure(
            .failed, device: device.description.name,
            reason: "a texture's semaphore is null; give the handle that Vulkan returned")
    }
}

extension [SemaphoreValue] {
    /// Adds a value. Of several values of a semaphore, the largest remains, which stands for all.
    fileprivate mutating func add(_ value: SemaphoreValue) {
        if let index = firstIndex(where: { $0.semaphore == value.semaphore }) {
            if self[index].value < value.value { self[index] = value }
        } else {
            append(value)
        }
    }
}
