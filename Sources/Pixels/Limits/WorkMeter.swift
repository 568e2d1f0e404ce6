import Synchronization

/// Counts the work of one rendering, and stops it.
///
/// A rendering is stopped when it is cancelled, when its deadline passes, or when its steps are used up. Loops that may
/// take long call `check()` so often that a rendering ends within a tenth of a second: operators once per row, the
/// interpreter every few hundred instructions, walks over recipes every few nodes. Machine code reads a word in memory
/// instead, see `codeFlag`.
///
/// `WorkMeter.current` is the meter of the rendering that a thread works for. It isn't a parameter, because region
/// functions and processors are called through closures with public signatures. Thread-safe.
package final class WorkMeter: Sendable {
    /// The meter of the rendering that this thread works for; nil outside of renderings, where nothing is limited.
    @TaskLocal package static var current: WorkMeter?

    /// The reason to stop the work.
    package enum Reason: Sendable, Hashable {
        /// The rendering was cancelled.
        case cancelled
        /// The rendering has taken longer than this limit.
        case deadline(Duration)
        /// The rendering has done more steps than this limit.
        case steps(Int)
    }

    /// The error that `check()` throws. `Renderer` replaces it by an error that states the remedy.
    package struct Stopped: Error, Sendable, Hashable {
        /// The reason to stop the work.
        package let reason: Reason

        /// Creates an error for a reason.
        package init(reason: Reason) { self.reason = reason }
    }

    /// The value of `codeFlag` when work must stop. It is larger than any step budget of a pixel, and its difference
    /// from a budget fits into 32 bits.
    package static let raisedCodeFlag = Int(Int32.max)

    private struct State {
        var reason: Reason?
        var deadline: (end: ContinuousClock.Instant, limit: Duration)?
        /// The work that contains this work.
        var outer: WorkMeter?
        /// The work that this work contains. Work that has ended is removed when other work begins.
        var inner: [Nested] = []
    }

    private struct Nested {
        weak var meter: WorkMeter?
    }

    // Two words: the first is read by `check()`, the second by machine code. They are allocated separately, because
    // machine code gets the address of the second.
    @usableFromInline nonisolated(unsafe) let flags: UnsafeMutablePointer<Atomic<Int>>
    private let state = Mutex(State())
    private let used = Atomic(0)
    private let allowed = Atomic(Int.max)
    // Spares `spend` the lock in renderings that aren't nested.
    private let isNested = Atomic(false)
    private let now: @Sendable () -> ContinuousClock.Instant
    private let probe: (@Sendable () throws -> Void)?

    /// Creates a meter without limits.
    package convenience init() { self.init(probe: nil) { .now } }

    /// Creates a meter with the given clock.
    ///
    /// - Parameter probe: For tests: called by every `check()`, which throws the probe's errors.
    package init(probe: (@Sendable () throws -> Void)? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        flags = .allocate(capacity: 2)
        // With this flag set, every `check()` takes the slow path, which calls the probe.
        flags.initialize(to: Atomic(probe == nil ? 0 : 1))
        (flags + 1).initialize(to: Atomic(0))
        (self.probe, self.now) = (probe, now)
    }

    deinit {
        flags.deinitialize(count: 2)
        flags.deallocate()
    }

    // MARK: Limits

    /// Starts measuring time, and sets limits. An existing deadline isn't changed. An existing limit of steps is
    /// replaced.
    ///
    /// - Parameters:
    ///   - deadline: The limit for the duration; nil for none.
    ///   - steps: The limit for the number of steps, which are weights, instructions and loop repetitions, each for one
    ///     pixel; nil for none.
    ///   - outer: The rendering that contains this work, for example if an operator renders images itself. Its deadline
    ///     also applies, the steps of this work count for it too, and if it is stopped, so is this work.
    package func begin(deadline: Duration?, steps: Int?, within outer: WorkMeter? = nil) {
        if let steps { allowed.store(steps, ordering: .relaxed) }
        if let outer { nest(within: outer) }
        let own = deadline.map { (end: now() + $0, limit: $0) }
        let others = outer === self ? nil : outer?.state.withLock { $0.deadline }
        guard let first = [own, others].compactMap({ $0 }).min(by: { $0.end < $1.end }) else { return }
        state.withLock { if $0.deadline == nil { $0.deadline = first } }
        if probe == nil { DeadlineWatch.shared.watch(self, until: first.end) }
    }

    private func nest(within outer: WorkMeter) {
        // A cycle, which only a control that is used twice can make, would count steps without end.
        if sequence(first: outer, next: \.outer).contains(where: { $0 === self }) { return }
        state.withLock { $0.outer = outer }
        isNested.store(true, ordering: .releasing)
        let reason = outer.state.withLock { state in
            state.inner.removeAll { $0.meter == nil }
            state.inner.append(Nested(meter: self))
            return state.reason
        }
        if let reason { stop(reason) }
    }

    private var outer: WorkMeter? { isNested.load(ordering: .acquiring) ? state.withLock { $0.outer } : nil }

    /// The time at which the work must be finished; nil if there is no deadline.
    package var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline?.end } }

    /// The time since the deadline; zero before it, and if there is none.
    package var overrun: Duration { deadline.map { max(.zero, now() - $0) } ?? .zero }

    // MARK: Stopping

    /// Stops the work, and the work that it contains. Only the first reason counts.
    package func stop(_ reason: Reason) {
        let contained = state.withLock { state in
            if state.reason == nil { state.reason = reason }
            return state.inner.compactMap(\.meter)
        }
        flags[1].store(Self.raisedCodeFlag, ordering: .relaxed)
        flags[0].store(1, ordering: .releasing)
        for meter in contained { meter.stop(reason) }
    }

    /// The reason for which the work was stopped; nil if it wasn't.
    package var reason: Reason? { state.withLock { $0.reason } }

    /// Throws `Stopped` if the work must stop. Takes about a nanosecond, so call it once per row of pixels, not once
    /// per pixel.
    @inlinable
    package func check() throws {
        if flags[0].load(ordering: .relaxed) != 0 { try checkSlowly() }
    }

    /// Throws `Stopped` like `check()`, after also checking the clock and the current Swift task. Call it between
    /// tiles.
    package func checkTime() throws {
        if Task.isCancelled { stop(.cancelled) }
        if let (end, limit) = state.withLock({ $0.deadline }), now() >= end { stop(.deadline(limit)) }
        try check()
    }

    /// Throws `Stopped` if the rendering that this thread works for must stop.
    package static func check() throws { try current?.check() }

    @usableFromInline
    func checkSlowly() throws {
        try probe?()
        if let reason { throw Stopped(reason: reason) }
    }

    // MARK: Steps

    /// Number of steps done so far.
    package var steps: Int { used.load(ordering: .relaxed) }

    /// Number of steps that may still be done, by this work and by the work that contains it; 0 when they are used up.
    package var stepsLeft: Int { min(max(0, allowed.load(ordering: .relaxed) - steps), outer?.stepsLeft ?? .max) }

    /// Counts steps, and stops the work if there are too many. They count for the work that contains it too.
    package func spend(_ steps: Int) {
        let total = used.wrappingAdd(steps, ordering: .relaxed).newValue
        let limit = allowed.load(ordering: .relaxed)
        if total > limit { stop(.steps(limit)) }
        outer?.spend(steps)
    }

    // MARK: Machine code

    /// The word that machine code reads in its loops: 0, or `raisedCodeFlag` when work must stop. Valid as long as the
    /// meter exists.
    package var codeFlag: UnsafeRawPointer { UnsafeRawPointer(flags + 1) }

    /// The word for machine code that runs outside of renderings; always 0.
    package static var loweredCodeFlag: UnsafeRawPointer { unlimited.codeFlag }

    // This meter is never stopped and never freed.
    private static let unlimited = WorkMeter()
}
