import CoreImageEssentials
import Foundation
import ImageUnits
import Sandboxing
import Synchronization
import UnitProcesses

/// The host's proxy for the code of a unit in a worker process, which is started when a filter is first used.
/// Thread-safe.
///
/// Whatever the unit does, a call ends within its deadline, with a reply or a `CIPlugInFailure`.
final class RemoteCode: UnitCode, Sendable {
    let bundle: URL
    let limits: CIPlugInLimits
    private let supervisor: WorkerSupervisor
    private let identifier: String
    private let fingerprint: UnitFingerprint
    private let quarantine: UnitQuarantine
    private let offenceRules = UnitIsolation.offenceRules
    private let notedOffences = Mutex(0)
    private let released = Mutex(Released())
    private let lastFilterID = Atomic(0)

    /// Objects that the worker may release.
    private struct Released {
        var outputs: [OutputID] = []
        var filters: [Int] = []
    }

    /// - Throws: `WorkerExecutableError`.
    init(_ source: UnitCodeSource, limits: CIPlugInLimits, quarantine: UnitQuarantine) throws {
        (bundle, self.limits, self.quarantine) = (source.unit.bundle, limits, quarantine)
        (identifier, fingerprint) = (source.unit.identifier, source.fingerprint)
        var policy = WorkerPolicy(readable: [bundle])
        policy.addressSpace = limits.memory
        policy.processorTime = limits.processorTime
        policy.callDeadline = limits.callDuration
        policy.startDeadline = limits.startDuration
        policy.openFiles = limits.openFiles
        policy.replyLimit = limits.recipeSize
        policy.threads = limits.threads
        (policy.scratchSize, policy.scratchFiles) = (limits.scratchSize, limits.scratchFiles)
        policy.landlock = CIPlugIn.landlockUse.forWorkers
        MissingLandlock.warn(policy.landlock)
        let opening = UnitOpening(interface: interfaceHash, bundle: bundle.path)
        supervisor = WorkerSupervisor(
            executable: try WorkerExecutable.find(), policy: policy, setUp: UnitRequest.open(opening).bytes,
            rules: UnitIsolation.restartRules)
    }

    func constructor(for filter: FilterDescription) -> () -> CIFilter? {
        let interface = RemoteFilterInterface(filter, of: self)
        return { RemoteFilter(interface) }
    }

    // The process ends when the last filter or image that needs it is released.
    func retire() {}

    /// The ID of the process that runs the unit; nil if it isn't running.
    var process: Int32? { supervisor.processIdentifier }

    /// Returns an ID that is unique among the unit's filter objects.
    func newFilterID() -> Int { lastFilterID.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Records that a filter was released. The release is sent to the worker before the next call.
    func forget(filter id: Int) { released.withLock { $0.filters.append(id) } }

    /// Records that an output was released. The release is sent to the worker before the next call.
    func forget(_ output: OutputID) { released.withLock { $0.outputs.append(output) } }

    /// Sends a request and waits for the reply.
    ///
    /// - Throws: The failure, if there is no valid reply.
    func request(
        _ request: UnitRequest, for filter: String, sharing memories: [SharedMemory] = [],
        within deadline: Duration? = nil
    ) throws(CIPlugInFailure) -> UnitReply {
        do throws(WorkerFailure) {
            let (outputs, filters) = released.withLock { all in
                defer { all = Released() }
                return (all.outputs, all.filters)
            }
            if !outputs.isEmpty || !filters.isEmpty {
                _ = try supervisor.call(UnitRequest.release(outputs: outputs, filters: filters).bytes)
            }
            let reply = try supervisor.call(
                request.bytes, memories: memories, deadline: deadline ?? limits.callDuration)
            do { return try UnitReply(reply) } catch { throw WorkerFailure.malformedReply(reason: "\(error)") }
        } catch {
            noteOffences(error)
            throw CIPlugInFailure(unit: bundle, filter: filter, error)
        }
    }

    /// Records the unit's new failures for all processes of the user, which may put it into quarantine.
    private func noteOffences(_ failure: WorkerFailure) {
        let fresh = notedOffences.withLock { noted in
            let count = supervisor.offenceCount
            defer { noted = count }
            return count - noted
        }
        guard fresh > 0, let rules = offenceRules else { return }
        let cause = failure.description.split(separator: "\n").joined(separator: " ")
        for _ in 0..<fresh {
            quarantine.note(
                QuarantineRecord(
                    fingerprint: fingerprint, path: bundle.path, identifier: identifier, cause: cause),
                rules: rules)
        }
    }

    /// Returns the failure for an invalid answer.
    func malformed(_ reason: String, by filter: String) -> CIPlugInFailure {
        CIPlugInFailure(unit: bundle, filter: filter, .malformedReply(reason: reason))
    }
}
