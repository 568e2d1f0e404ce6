import CoreImage
import Foundation
import Mutators
import Synchronization

/// Runs the threads, and records the results of their jobs.
final class SoakRun: Sendable {
    /// The results of all jobs of a name.
    struct Tally {
        var done = 0
        /// The number of jobs that ended with a described error.
        var refused = 0
        var cancelled = 0
        var longest = Duration.zero
    }

    private struct State {
        var tallies: [String: Tally] = [:]
        var failures: [String] = []
        /// The job of each thread, and its start time.
        var current: [Int: (name: String, start: ContinuousClock.Instant)] = [:]
        var running = 0
        var rounds = 0
    }

    private let scene: SoakScene
    private let options: SoakOptions
    private let state = Mutex(State())
    /// A job that takes longer than this counts as stuck.
    private static let patience = Duration.seconds(600)
    private static let mostFailures = 50

    init(_ scene: SoakScene, _ options: SoakOptions) { (self.scene, self.options) = (scene, options) }

    /// Descriptions of all failures.
    var failures: [String] { state.withLock { $0.failures } }
    var tallies: [String: Tally] { state.withLock { $0.tallies } }

    /// Runs jobs on all threads, and returns when all threads have ended. A job that is stuck aborts the process.
    func work(for duration: Duration, _ name: String) {
        let end = ContinuousClock.now + duration
        let round = state.withLock { state in
            state.running = options.threads
            state.rounds += 1
            return state.rounds
        }
        for index in 0..<options.threads {
            let seed = options.seed &* 1_000_003 &+ UInt64(round * 1000 + index)
            let thread = Thread { [self] in
                var random = SplitMix(seed: seed)
                while ContinuousClock.now < end, failures.count < Self.mostFailures { work(index, &random) }
                state.withLock { $0.running -= 1 }
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        let isTerminal = isatty(STDERR_FILENO) == 1
        while state.withLock({ $0.running }) > 0 {
            usleep(200_000)
            if isTerminal { showProgress(name, left: end - .now) }
            endIfStuck()
        }
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }

    private func work(_ index: Int, _ random: inout SplitMix) {
        let job = SoakJob.random(&random)
        let start = ContinuousClock.now
        state.withLock { $0.current[index] = (job.name, start) }
        var (failure, refused, cancelled): (String?, Bool, Bool) = (nil, false, false)
        do {
            try job.run(scene, &random)
        } catch let wrong as SoakFailure {
            failure = wrong.description
        } catch is CancellationError {
            cancelled = true
        } catch {
            refused = true
            let text = "\(error)"
            if job.isInnocent || text.isEmpty { failure = text.isEmpty ? "an error without words" : text }
        }
        let duration = ContinuousClock.now - start
        state.withLock { state in
            state.current[index] = nil
            if let failure { state.failures.append("\(job.name): \(failure)") }
            state.tallies[job.name, default: Tally()].done += 1
            state.tallies[job.name, default: Tally()].refused += refused ? 1 : 0
            state.tallies[job.name, default: Tally()].cancelled += cancelled ? 1 : 0
            state.tallies[job.name, default: Tally()].longest = max(state.tallies[job.name]?.longest ?? .zero, duration)
        }
    }

    private func showProgress(_ name: String, left: Duration) {
        let (count, failures) = state.withLock { state in
            (state.tallies.values.reduce(0) { $0 + $1.done }, state.failures.count)
        }
        let seconds = max(0, left.components.seconds)
        FileHandle.standardError.write(
            Data(
                "\r\u{1B}[K\(name): \(seconds / 60) min \(seconds % 60) s left, \(count) jobs, \(failures) failures"
                    .utf8))
    }

    private func endIfStuck() {
        let now = ContinuousClock.now
        guard let stuck = state.withLock({ $0.current.values.first { now - $0.start > Self.patience } }) else { return }
        print("a job of '\(stuck.name)' hasn't ended after \(now - stuck.start)")
        // Aborting leaves a core file or backtrace that shows where every thread is.
        abort()
    }
}
