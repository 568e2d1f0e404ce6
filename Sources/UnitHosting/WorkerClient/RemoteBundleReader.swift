import CoreImageEssentials
import Foundation
import ImageUnits
import Synchronization
import UnitProcesses

/// Reads units in sandboxed worker processes, so that a bundle that crashes its reader, or makes it run too long, is
/// refused like any other invalid bundle.
struct RemoteBundleReader: BundleReader {
    func session(reading roots: [String]) -> any BundleReadingSession { RemoteReadingSession(roots) }
}

/// A worker that reads several bundles. It is started when the first is read, and again after a crash. Thread-safe.
final class RemoteReadingSession: BundleReadingSession {
    private let roots: [String]
    private let shared = Mutex<Result<WorkerSupervisor, BundleReadingFailure>?>(nil)
    /// Held while a bundle is read in a separate worker.
    private let alone = Mutex(())

    init(_ roots: [String]) { self.roots = roots }

    func read(_ bundle: URL, root: String, languages: [String]) throws(BundleReadingFailure) -> UnitScan {
        let supervisor = try shared.withLock { shared in
            if let shared { return shared }
            let made = Self.supervisor(roots, languages)
            shared = made
            return made
        }.get()
        // A bundle that crashes the worker also ends the reads that run at the same time, so these are retried.
        for _ in 0...roots.count {
            do throws(WorkerFailure) {
                return try Self.scan(bundle, by: supervisor)
            } catch {
                if case .endedByAnotherCall = error { continue }
                if error.isOffence { break }
                // If the worker can't be started for this bundle, it can't be started for the next one either.
                shared.withLock { $0 = .failure(.unavailable) }
                throw .unavailable
            }
        }
        // In a separate worker a crash is certainly caused by this bundle.
        let result = alone.withLock { _ -> Result<UnitScan, BundleReadingFailure> in
            do throws(BundleReadingFailure) {
                let supervisor = try Self.supervisor([root], languages).get()
                do throws(WorkerFailure) { return .success(try Self.scan(bundle, by: supervisor)) } catch {
                    throw Self.failure(error)
                }
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    private static func scan(_ bundle: URL, by supervisor: WorkerSupervisor) throws(WorkerFailure) -> UnitScan {
        // Encoded as JSON, the URL keeps its base, so that the scan contains an equal URL.
        guard let request = try? JSONEncoder().encode(bundle) else { throw .cannotStart(reason: "no request") }
        let reply = try supervisor.call([UInt8](request))
        do { return try UnitScan(decoding: Data(reply)) } catch {
            throw .malformedReply(reason: "it is not a scan of a unit")
        }
    }

    private static func supervisor(
        _ roots: [String], _ languages: [String]
    ) -> Result<WorkerSupervisor, BundleReadingFailure> {
        let reading = ReaderSetup(interface: interfaceHash, languages: languages, fault: ReaderFault.configured)
        guard let program = try? WorkerExecutable.find(), let setUp = try? reading.bytes() else {
            return .failure(.unavailable)
        }
        var policy = WorkerPolicy(readable: roots.map { URL(fileURLWithPath: $0) })
        policy.processorTime = .seconds(30)
        policy.callDeadline = .seconds(60)
        policy.channels = min(4, max(1, roots.count))
        var rules = RestartRules()
        (rules.firstRestartDelay, rules.longestRestartDelay, rules.offencesToQuarantine) = (.zero, .zero, .max)
        return .success(WorkerSupervisor(executable: program, policy: policy, setUp: setUp, rules: rules))
    }

    private static func failure(_ failure: WorkerFailure) -> BundleReadingFailure {
        switch failure {
        case .crashed: .failed(cause: "crashed", isLasting: true)
        case .usedUpMemory(let limit): .failed(cause: "used more than \(limit >> 20) MiB", isLasting: false)
        case .timedOut, .usedUpProcessorTime: .failed(cause: "took too long, and was ended", isLasting: false)
        case let other where other.isOffence: .failed(cause: "failed", isLasting: false)
        default: .unavailable
        }
    }
}
