import Synchronization

/// Counts the work of one rendering, and tells whatever works for it to stop.
///
/// A rendering is stopped when it is cancelled, when its deadline passes, or when its steps are used up. Loops that may take long call
/// `check()` often enough for a rendering to end within a tenth of a second: operators once a row, the interpreter every few hundred
/// instructions, walks over recipes every few nodes. Machine code polls a word in memory instead, see `codeFlag`.
///
/// The meter of the rendering that a thread works for is `WorkMeter.current`. It isn't an argument, because region functions and processors
/// are reached through closures whose signature is public. Thread-safe.
public final class WorkMeter: Sendable {
    /// The meter of the rendering that this thread works for; nil outside of renderings, where nothing is limited.
    @TaskLocal public static var current: WorkMeter?

    /// Why work is to be stopped.
    public enum Reason: Sendable, Hashable {
        /// Whoever started the rendering doesn't want it any more.
        case cancelled
        /// The rendering has taken longer than this.
        case deadline(Duration)
        /// The rendering has done more steps than this.
        case steps(Int)
    }

    /// What `check()` throws. `Renderer` makes an error of it that says what to do.
    public struct Stopped: Error, Sendable, Hashable {
        /// Why.
        public let reason: Reason

        /// An error for a reason.
        package init(reason: Reason) { self.reason = reason }
    }

    /// What `codeFlag` points to when work is to be stopped: larger than any step budget of a pixel, and as a difference to one it fits into 32 bits.
    public static let raisedCodeFlag = Int(Int32.max)

    private struct State {
        var reason: Reason?
        var deadline: (end: ContinuousClock.Instant, limit: Duration)?
    }

    // Two words in memory of their own, because the address of one goes to machine code: what `check()` reads, and what the code reads.
    @usableFromInline nonisolated(unsafe) let flags: UnsafeMutablePointer<Atomic<Int>>
    private let state = Mutex(State())
    private let used = Atomic(0)
    private let allowed = Atomic(Int.max)
    private let now: @Sendable () -> ContinuousClock.Instant
    private let probe: (@Sendable () throws -> Void)?

    /// A meter without limits.
    public convenience init() { self.init(probe: nil) { .now } }

    /// A meter with a clock of its own.
    ///
    /// - Parameter probe: For tests: called by every `check()`, which throws what it throws.
    package init(probe: (@Sendable () throws -> Void)? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        flags = .allocate(capacity: 2)
        // A raised flag sends every `check()` to the slow path, where the probe is called.
        flags.initialize(to: Atomic(probe == nil ? 0 : 1))
        (flags + 1).initialize(to: Atomic(0))
        (self.probe, self.now) = (probe, now)
    }

    deinit {
        flags.deinitialize(count: 2)
        flags.deallocate()
    }

    // MARK: Limits

    /// Starts to count the time. Called again, it changes nothing but limits that there were none of.
    ///
    /// - Parameters:
    ///   - deadline: The longest that the work may take; nil for as long as it takes.
    ///   - steps: The most steps: weights, instructions and loop repetitions, each for one pixel; nil for any number.
    ///   - outer: The rendering that this work is a part of, such as that of an operator which renders itself: its deadline holds too.
    public func begin(deadline: Duration?, steps: Int?, within outer: WorkMeter? = nil) {
        if let steps { allowed.store(steps, ordering: .relaxed) }
        let own = deadline.map { (end: now() + $0, limit: $0) }
        let others = outer === self ? nil : outer?.state.withLock { $0.deadline }
        guard let first = [own, others].compactMap({ $0 }).min(by: { $0.end < $1.end }) else { return }
        state.withLock { if $0.deadline == nil { $0.deadline = first } }
        if probe == nil { DeadlineWatch.shared.watch(self, until: first.end) }
    }

    /// When the work has to be done; nil without a deadline.
    public var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline?.end } }

    /// How long ago the deadline was; zero before it, and without one.
    public var overrun: Duration { deadline.map { max(.zero, now() - $0) } ?? .zero }

    // MARK: Stopping

    /// Stops the work; the first reason counts.
    public func stop(_ reason: Reason) {
        state.withLock { if $0.reason == nil { $0.reason = reason } }
        flags[1].store(Self.raisedCodeFlag, ordering: .relaxed)
        flags[0].store(1, ordering: .releasing)
    }

    /// Why the work was stopped; nil while it wasn't.
    public var reason: Reason? { state.withLock { $0.reason } }

    /// Throws `Stopped` when the work is to be stopped. Takes a nanosecond: for a row of pixels, not for a pixel.
    @inlinable
    public func check() throws {
        if flags[0].load(ordering: .relaxed) != 0 { try checkSlowly() }
    }

    /// As `check()`, and looks at the clock and at the Swift task that this thread works for: for between tiles.
    public func checkTime() throws {
        if Task.isCancelled { stop(.cancelled) }
        if let (end, limit) = state.withLock({ $0.deadline }), now() >= end { stop(.deadline(limit)) }
        try check()
    }

    /// Throws `Stopped` when the rendering that this thread works for is to be stopped.
    public static func check() throws { try current?.check() }

    @usableFromInline
    func checkSlowly() throws {
        try probe?()
        if let reason { throw Stopped(reason: reason) }
    }

    // MARK: Steps

    /// Steps done up to now.
    public var steps: Int { used.load(ordering: .relaxed) }

    /// Steps that may still be done; 0 when they are used up.
    public var stepsLeft: Int { max(0, allowed.load(ordering: .relaxed) - steps) }

    /// Counts steps, and stops the work where they are too many.
    public func spend(_ steps: Int) {
        let total = used.wrappingAdd(steps, ordering: .relaxed).newValue
        let limit = allowed.load(ordering: .relaxed)
        if total > limit { stop(.steps(limit)) }
    }

    // MARK: Machine code

    /// A word that machine code reads in its loops: 0, or `raisedCodeFlag` when work is to be stopped. Valid as long as the meter is.
    public var codeFlag: UnsafeRawPointer { UnsafeRawPointer(flags + 1) }

    /// The word for code that works for no rendering: always 0.
    public static var loweredCodeFlag: UnsafeRawPointer { unlimited.codeFlag }

    // Never stopped, and never freed.
    private static let unlimited = WorkMeter()
}
