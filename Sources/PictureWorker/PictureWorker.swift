import ChildProcesses
import Foundation
import Synchronization

/// Processes pictures for clients, which send jobs as lines of JSON. Thread-safe.
///
/// Lines go through `Protocol`, wait in `Admission`, are done by `Jobs` or `Isolation`, and are answered through
/// `Transport`.
package final class PictureWorker: Sendable {
    let settings: WorkerSettings
    let queue: JobQueue
    private let budget: MemoryBudget
    private let executor: any JobExecutor
    private let metrics = WorkerMetrics()
    let stop: StopSignal
    private let isDraining = Atomic(false)
    /// The threads that do jobs.
    private let slots = DispatchGroup()

    /// Creates a worker, whose slots begin to wait for jobs.
    ///
    /// - Parameter isolation: How jobs are done in sandboxed processes. Nil to do them in this process.
    /// - Throws: An error if the system has no more files or memory.
    package init(_ settings: WorkerSettings, isolation: Isolation? = nil) throws {
        self.settings = settings
        queue = JobQueue(capacity: settings.queueLength ?? max(64, 4 * settings.slots))
        budget = MemoryBudget(total: settings.memory)
        stop = try StopSignal()
        executor =
            if let isolation {
                IsolatedExecutor(isolation, settings, budget: budget)
            } else {
                try LocalExecutor(settings, budget: budget)
            }
        for slot in 0..<settings.slots {
            slots.enter()
            let thread = Thread { [self] in
                while let job = queue.next() { work(on: job, slot) }
                slots.leave()
            }
            thread.name = "worker slot \(slot)"
            thread.start()
        }
    }

    /// Works for the client at standard input and output until the end of the input, or until ``drain()``. All jobs
    /// that were read have been answered then.
    ///
    /// - Returns: False if the client stopped reading the answers.
    package func serveStandardStreams() -> Bool {
        let isLost = Atomic(false)
        let client = ClientConnection(StandardChannel()) { [self] in
            isLost.store(true, ordering: .sequentiallyConsistent)
            drain()
        }
        serve(client)
        finish()
        return !isLost.load(ordering: .sequentiallyConsistent)
    }

    /// Makes the worker end: no more lines are read, jobs in work are finished, and those that wait are answered with a
    /// failure of the kind `draining`.
    package func drain() {
        guard !isDraining.exchange(true, ordering: .sequentiallyConsistent) else { return }
        stop.send()
        for job in queue.drain() { refuse(job) }
    }

    /// Waits for the jobs that were read or submitted. Further ones are refused.
    package func finish() {
        queue.close()
        slots.wait()
    }

    func serve(_ client: ClientConnection) {
        client.send(.health(health))
        client.read(limit: settings.lineLimit, until: stop.readable) { event in
            switch event {
            case .line(let bytes, let files): take(bytes, files: files, from: client)
            case .oversized:
                refuse(
                    nil, JobFailure(.oversized, "The line has more than \(settings.lineLimit) bytes."), from: client)
            }
        }
    }

    private func take(_ line: [UInt8], files: [FileDescriptor], from client: ClientConnection) {
        let request: WorkerRequest
        do throws(WorkerRequest.Refusal) {
            request = try WorkerRequest(line: line)
        } catch {
            return refuse(error.id, error.failure, from: client)
        }
        switch request {
        case .health: client.send(.health(health))
        case .metrics: client.send(.metrics(metricsText))
        case .job(let job):
            guard client.begin(job.id) else {
                return refuse(
                    job.id, JobFailure(.duplicate, "A job with the id \(job.id) isn't finished yet."), from: client)
            }
            let input = JobInput(job, files: files, seconds: job.deadline ?? settings.deadline)
            let pending = PendingJob(input) { client.finish(job.id, $0, files: $1) }
            if !queue.add(pending) { refuse(pending) }
        }
    }

    /// Answers a line that isn't a job that can be done.
    private func refuse(_ id: String?, _ failure: JobFailure, from client: ClientConnection) {
        metrics.count(failure: failure.kind)
        client.send(.failed(id: id, failure, .init()))
    }

    /// Answers a job that isn't begun any more.
    private func refuse(_ job: PendingJob) {
        let failure = JobFailure(.draining, "The worker ends, and didn't begin the job.")
        metrics.count(failure: failure.kind)
        let wait = (ContinuousClock.now - job.arrival) / .milliseconds(1)
        job.answer(.failed(id: job.id, failure, .init(wait: wait)), [])
    }

    private func work(on job: PendingJob, _ slot: Int) {
        let began = ContinuousClock.now
        let wait = began - job.arrival
        guard job.isWanted() else {
            // Nobody reads the answer, so what it says doesn't matter.
            let failure = JobFailure(.draining, "The client has gone.")
            return job.answer(.failed(id: job.id, failure, .init()), [])
        }
        metrics.begin(after: wait)
        let executed = executor.run(job.input, slot: slot)
        let duration = ContinuousClock.now - began
        let cost = WorkerAnswer.Cost(
            work: duration / .milliseconds(1), wait: wait / .milliseconds(1), peak: executed.peak)
        metrics.end(executed.result, after: duration)
        let answer: WorkerAnswer =
            switch executed.result {
            case .success(let result): .done(id: job.id, result, cost)
            case .failure(let failure): .failed(id: job.id, failure, cost)
            }
        job.answer(answer, executed.memory)
    }

    /// How the worker is.
    package var health: WorkerHealth {
        let counts = metrics.counts
        return WorkerHealth(
            state: isDraining.load(ordering: .sequentiallyConsistent) ? .draining : .ready,
            version: JobRequest.currentProtocol, slots: settings.slots, working: counts.working, waiting: queue.count,
            done: counts.done, failed: counts.failed, isolated: executor.isIsolated, memory: budget.total,
            leased: budget.leased,
            uptime: (metrics.uptime / .milliseconds(1)).rounded() / 1000)
    }

    /// The metrics in the text format of Prometheus.
    package var metricsText: String {
        metrics.text(
            .init(
                waiting: queue.count, memory: budget.total, leased: budget.leased, slots: settings.slots,
                crashes: executor.crashes))
    }
}
