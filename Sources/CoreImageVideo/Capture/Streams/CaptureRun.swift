import CoreImageEssentials

/// The thread on which a session takes frames from its input.
final class CaptureRun: @unchecked Sendable {
    private let producer: any CaptureProducer
    private let deliver: @Sendable (CaptureEvent) -> Void
    private let ended: @Sendable (CaptureRun, (any Error)?) -> Void
    private let condition = NSCondition()
    // The condition's lock protects what follows.
    private var isRunning = false
    private var isStopped = false
    private var thread: Thread?

    /// - Parameters:
    ///   - deliver: Called with each frame.
    ///   - ended: Called on the thread after the last frame, with the reason if it is an error, unless ``stop()`` was
    ///     called before.
    init(
        _ producer: any CaptureProducer, deliver: @escaping @Sendable (CaptureEvent) -> Void,
        ended: @escaping @Sendable (CaptureRun, (any Error)?) -> Void
    ) {
        (self.producer, self.deliver, self.ended) = (producer, deliver, ended)
    }

    func start() {
        let thread = Thread { [self] in run() }
        thread.name = "CoreImage capture"
        condition.lock()
        (isRunning, self.thread) = (true, thread)
        condition.unlock()
        thread.start()
    }

    /// Ends the thread, and waits for it, unless this is it.
    func stop() {
        condition.lock()
        defer { condition.unlock() }
        isStopped = true
        producer.stop()
        guard Thread.current !== thread else { return }
        while isRunning { condition.wait() }
    }

    private func run() {
        var failure: (any Error)?
        do { try producer.run { if !isOver { deliver($0) } } } catch { failure = error }
        condition.lock()
        let wasStopped = isStopped
        condition.unlock()
        if !wasStopped { ended(self, failure) }
        condition.lock()
        isRunning = false
        thread = nil
        condition.broadcast()
        condition.unlock()
    }

    private var isOver: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isStopped
    }
}
