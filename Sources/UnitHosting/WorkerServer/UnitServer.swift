import CoreImageEssentials
import Foundation
import ImageUnits
import Pixels
import Recipes
import Synchronization
import UnitProcesses

/// The server of a worker process that runs a unit: answers the host's requests, and keeps the outputs that it has made
/// for the host. Thread-safe: a host sends several requests at once.
final class UnitServer: @unchecked Sendable {
    /// The ID of this process in outputs. It is random, so that two processes are unlikely to have the same.
    private let worker = Int(truncatingIfNeeded: UInt64.random(in: 1...UInt64.max))
    private let lock = NSLock()
    private var openFilters: ServerFilters?
    private var outputs: [Int: ServerOutput] = [:]
    private var lastOutput = 0

    /// Returns the answer to a request. A thrown error is sent to the host as text.
    func answer(_ request: WorkerRequest) throws -> UnitReply {
        switch try UnitRequest(request.bytes) {
        case .open(let opening):
            try open(opening)
            return .done
        case .describe(let name):
            return .description(try filters().description(of: name))
        case .output(let request): return try output(request)
        case .region(let function, let ofProcessor, let image, let rect):
            guard let output = output(of: function) else { return .unknownOutput }
            return .region(try output.region(function.number, ofProcessor: ofProcessor, image: image, rect: rect))
        case .process(let function, let layout):
            guard let output = output(of: function) else { return .unknownOutput }
            try process(function.number, of: output, layout, in: request.memories)
            return .done
        case .release(let unneeded, let filters):
            lock.withLock {
                for output in unneeded where output.worker == worker { outputs[output.number] = nil }
            }
            try self.filters().forget(filters)
            return .done
        }
    }

    private func open(_ opening: UnitOpening) throws {
        guard opening.interface == interfaceHash else {
            throw UnitServerError.otherBuild
        }
        // A cache outlives the process, and this process must not leave anything behind.
        setenv("COREIMAGE_CACHE", "none", 1)
        let opened = try ServerFilters(bundle: URL(fileURLWithPath: opening.bundle))
        lock.withLock { openFilters = opened }
    }

    private func filters() throws -> ServerFilters {
        guard let filters = lock.withLock({ openFilters }) else { throw UnitServerError.notOpen }
        return filters
    }

    private func output(_ request: UnitOutputRequest) throws -> UnitReply {
        guard let image = try filters().image(for: request) else { return .noImage }
        let output = ServerOutput()
        let recipe = BinaryRecipe.bytes(of: try RecipeWriter.recipe(of: image, context: output))
        let number = lock.withLock {
            lastOutput += 1
            outputs[lastOutput] = output
            return lastOutput
        }
        return .output(
            UnitReply.Output(
                worker: worker, number: number, recipe: recipe, regions: output.regionCount,
                processors: output.processorCount))
    }

    private func output(of function: OutputFunctionID) -> ServerOutput? {
        function.worker == worker ? lock.withLock { outputs[function.output] } : nil
    }

    private func process(
        _ number: Int, of output: ServerOutput, _ layout: PixelLayout, in memories: [ReceivedMemory]
    ) throws {
        guard let parts = layout.parts, let memory = memories.first, memory.isWritable,
            parts.byteCount <= memory.byteCount, memories.count == 1 + layout.hasSeparateMemory.count(where: { $0 })
        else { throw UnitServerError.memoryMismatch }
        var separateMemories = memories.dropFirst()
        let inputs = try parts.inputs.enumerated().map { index, part in
            let source = layout.hasSeparateMemory[index] ? separateMemories.removeFirst() : memory
            guard part.pages.upperBound <= source.byteCount else { throw UnitServerError.memoryMismatch }
            return try part.mapped(from: source, asImage: index)
        }
        let result = try parts.output.mapped(from: memory, asImage: nil)
        try output.process(number, inputs: inputs, region: layout.output, output: result)
    }
}
