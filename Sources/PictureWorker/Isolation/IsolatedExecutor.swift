import ChildProcesses
import CoreImage
import Foundation
import Sandboxing
import Synchronization
import UntrustedInput

/// Does jobs in sandboxed processes, one for each slot. A process that ends in mid-job is replaced for the next one.
final class IsolatedExecutor: JobExecutor {
    private final class Slot: @unchecked Sendable {
        /// Used by the thread of the slot only.
        var client: IsolatedClient?
    }

    private let isolation: Isolation
    private let settings: WorkerSettings
    private let budget: MemoryBudget
    private let recipes = RecipeCache()
    private let slots: [Slot]
    private let crashCount = Atomic(0)

    init(_ isolation: Isolation, _ settings: WorkerSettings, budget: MemoryBudget) {
        (self.isolation, self.settings, self.budget) = (isolation, settings, budget)
        slots = (0..<settings.slots).map { _ in Slot() }
    }

    var isIsolated: Bool { true }

    var crashes: Int { crashCount.load(ordering: .relaxed) }

    func run(_ job: JobInput, slot: Int) -> ExecutedJob {
        do throws(JobFailure) {
            slots[slot].client?.failurePeak = nil
            try job.checkDeadline()
            try job.checkResultIsNoPicture()
            return try result(of: job, slots[slot])
        } catch {
            let client = slots[slot].client
            if error.kind == .crashed { crashCount.wrappingAdd(1, ordering: .relaxed) }
            if client?.isUsable != true { slots[slot].client = nil }
            return ExecutedJob(result: .failure(error), peak: client?.failurePeak ?? PeakMemory.bytes)
        }
    }

    private func result(of job: JobInput, _ slot: Slot) throws(JobFailure) -> ExecutedJob {
        let (format, key) = try resultKey(of: job)
        let path = job.request.output.path
        if let key, let path, let result = ResultFile(path: path).result(ifMadeFor: key) {
            return ExecutedJob(result: .success(result), peak: PeakMemory.bytes)
        }
        let (request, files) = try passed(job, format: format)
        let client: IsolatedClient
        if let running = slot.client, !running.hasEnded {
            client = running
        } else {
            let readable = [settings.recipeFolder].compactMap { $0.map { PathText($0).fileURL().path } }
            client = try IsolatedClient(isolation, settings, readable: readable)
            slot.client = client
        }
        var result: JobResult
        let memory: SharedMemory?
        let peak: Int
        do throws(JobFailure) {
            (result, memory, peak) = try client.run(
                request, files: files, deadline: job.deadline, mostBytes: settings.memory
            ) { bytes throws(JobFailure) in try budget.lease(bytes, until: job.deadline) }
        } catch {
            throw Self.naming(job.request.picturePaths, in: error)
        }
        guard let memory else { throw JobFailure(.crashed, "The process that did the job made no result.") }
        result.key = key
        do {
            if let path {
                try memory.withUnsafeBytes { try ResultFile(path: path).write($0, of: result) }
                return ExecutedJob(result: .success(result), peak: peak)
            }
            // A copy, which the process can't change.
            let copy = try SharedMemory(byteCount: memory.byteCount, workersMayWrite: false)
            memory.withUnsafeBytes { source in copy.withUnsafeMutableBytes { $0.copyMemory(from: source) } }
            return ExecutedJob(result: .success(result), memory: [copy.descriptor], peak: peak)
        } catch {
            throw JobFailure(error, in: .writing)
        }
    }

    private func resultKey(of job: JobInput) throws(JobFailure) -> (format: String, key: String?) {
        do {
            try LoadedUnits.shared.check(job.request.units)
            let format = try job.request.output.format().extensions[0]
            guard job.request.reuse else { return (format, nil) }
            let key = try ContentKey(
                job.request, files: job.files, format: format, decodesReduced: settings.decodesReduced)
            return (format, key.text)
        } catch {
            throw JobFailure(error, in: .writing)
        }
    }

    /// Returns the job as its process gets it: all pictures and the result are in descriptors, and the recipe in the
    /// message.
    private func passed(_ job: JobInput, format: String) throws(JobFailure) -> (JobRequest, [FileDescriptor]) {
        var request = job.request
        var files: [FileDescriptor] = []
        func address(_ picture: PictureAddress) throws(JobFailure) -> PictureAddress {
            switch picture {
            case .file(let path): files.append(try PictureFile.open(path))
            case .memory(let index): files.append(try job.request.file(index, of: job.files))
            }
            return .memory(files.count - 1)
        }
        if let input = request.input { request.input = try address(input) }
        for (name, image) in job.request.images.sorted(by: { $0.key < $1.key }) {
            request.images[name] = try address(image)
        }
        guard files.count <= SocketChannel.descriptorLimit else {
            throw JobFailure(
                .limit,
                "The job has \(files.count) pictures, and a sandboxed process gets \(SocketChannel.descriptorLimit).",
                remedy: "Use fewer pictures, or start the worker without --isolate.")
        }
        (request.output, request.reuse, request.contentKey, request.deadline) = (
            .memory(format: format), false, nil, nil
        )
        // The worker has checked them; the process needn't have loaded those with code.
        request.units = []
        if case .file? = request.recipe, let source = request.recipe {
            do {
                let data = try recipes.recipe(source).data(.json)
                let limits = TextLimits(bytes: data.count, depth: 64, values: 500_000)
                request.recipe = .inline(try CheckedJSON.decode(JSONValue.self, from: data, limits: limits))
            } catch {
                throw JobFailure(error, in: .editing)
            }
        }
        return (request, files)
    }

    /// Returns the failure with the names of the job's pictures, which the process doesn't know.
    private static func naming(_ paths: [String], in failure: JobFailure) -> JobFailure {
        guard failure.kind == .input, !paths.isEmpty else { return failure }
        let names = paths.map { printable($0) }.joined(separator: ", ")
        let message = (paths.count == 1 ? "" : "One of these pictures: ") + "\(names): \(failure.message)"
        return JobFailure(failure.kind, message, remedy: failure.remedy)
    }
}
