/// Runs one rendering of a page at a time.
///
/// Newer work replaces waiting work of the same kind. Running work of the same kind is cancelled once it has taken
/// longer than the patience; until then it goes on, so that a page that sends a request for each movement of a slider
/// sees pictures at all. The patience grows while work of the kind doesn't end in it, within limits. Work in the
/// background runs when nothing else waits.
actor WorkQueue {
    /// The kinds of work of which only the newest counts.
    enum Kind: Sendable, Hashable { case after, before, pixel, explanation, background }

    private struct Work {
        let kind: Kind
        let body: @Sendable () async -> Void
    }

    private let patience: ClosedRange<Duration>
    /// The patience for each kind, if it differs from the least.
    private var patienceByKind: [Kind: Duration] = [:]
    private let mostInBackground: Int
    private var waiting: [Work] = []
    private var background: [Work] = []
    private var running: (number: Int, kind: Kind, began: ContinuousClock.Instant, task: Task<Void, Never>)?
    private var count = 0
    private var isClosed = false

    /// Creates a queue.
    ///
    /// - Parameter mostInBackground: The most pieces of waiting work in the background. Older ones are dropped.
    init(
        patience: ClosedRange<Duration> = .milliseconds(250) ... .milliseconds(800), mostInBackground: Int = 400
    ) {
        (self.patience, self.mostInBackground) = (patience, mostInBackground)
    }

    /// Adds work.
    func add(_ kind: Kind, _ body: @escaping @Sendable () async -> Void) {
        guard !isClosed else { return }
        let work = Work(kind: kind, body: body)
        if kind == .background {
            background.append(work)
            if background.count > mostInBackground { background.removeFirst() }
        } else {
            waiting.removeAll { $0.kind == kind }
            waiting.append(work)
            if let running, running.kind == kind || running.kind == .background { hurry(running.number) }
        }
        startNext()
    }

    /// Drops waiting work in the background.
    func clearBackground() { background = [] }

    /// Cancels everything. No work is added afterwards.
    func close() {
        isClosed = true
        (waiting, background) = ([], [])
        running?.task.cancel()
    }

    /// Cancels the running work when the patience ends.
    private func hurry(_ number: Int) {
        guard let running, running.number == number else { return }
        let rest = running.began + (patienceByKind[running.kind] ?? patience.lowerBound) - .now
        guard rest > .zero else { return running.task.cancel() }
        Task { [weak self] in
            try? await Task.sleep(for: rest)
            await self?.cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        if let running, running.number == number { running.task.cancel() }
    }

    private func adjustPatience(_ kind: Kind, took time: Duration, isCancelled: Bool) {
        let next = isCancelled ? (patienceByKind[kind] ?? patience.lowerBound) * 2 : time * 3
        patienceByKind[kind] = min(max(next, patience.lowerBound), patience.upperBound)
    }

    private func startNext() {
        guard running == nil else { return }
        let next: Work
        if !waiting.isEmpty {
            next = waiting.removeFirst()
        } else if !background.isEmpty {
            next = background.removeFirst()
        } else {
            return
        }
        count += 1
        let number = count
        let task = Task { [weak self] in
            await next.body()
            await self?.finish(number)
        }
        running = (number, next.kind, .now, task)
    }

    private func finish(_ number: Int) {
        if let running, running.number == number {
            adjustPatience(running.kind, took: .now - running.began, isCancelled: running.task.isCancelled)
            self.running = nil
        }
        startNext()
    }
}
