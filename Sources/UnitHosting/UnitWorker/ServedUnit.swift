import CoreImageEssentials
import Foundation
import ImageUnits
import Pixels
import Recipes
import Synchronization
import UnitProcesses

/// The unit that a worker process runs, and the outputs that it has made for the host. Thread-safe: a host sends
/// several requests at once.
final class ServedUnit: @unchecked Sendable {
    /// The ID of this process in outputs. It is random, so that two processes are unlikely to have the same.
    private let worker = Int(truncatingIfNeeded: UInt64.random(in: 1...UInt64.max))
    private let lock = NSLock()
    private var unit: ServedFilters?
    private var outputs: [Int: ServedOutput] = [:]
    private var lastOutput = 0

    /// Returns the answer to a request. A thrown error is sent to the host as text.
    func answer(_ request: WorkerRequest) throws -> UnitAnswer {
        switch try UnitMessage(request.bytes) {
        case .open(let opening):
            try open(opening)
            return .done
        case .describe(let name):
            return .description(try filters().description(of: name))
        case .output(let request): return try output(request)
        case .region(let place, let ofProcessor, let image, let rect):
            guard let output = output(at: place) else { return .unknownOutput }
            return .region(try output.region(place.number, ofProcessor: ofProcessor, image: image, rect: rect))
        case .process(let place, let layout):
            guard let output = output(at: place) else { return .unknownOutput }
            try process(place.number, of: output, layout, in: request.memories)
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
            throw ServedUnitError.otherBuild
        }
        // A cache outlives the process, and this process must not leave anything behind.
        setenv("COREIMAGE_CACHE", "none", 1)
        let opened = try ServedFilters(bundle: URL(fileURLWithPath: opening.bundle))
        lock.withLock { unit = opened }
    }

    private func filters() throws -> ServedFilters {
        guard let unit = lock.withLock({ unit }) else { throw ServedUnitError.notOpen }
        return unit
    }

    private func output(_ request: UnitOutputRequest) throws -> UnitAnswer {
        guard let image = try filters().image(for: request) else { return .noImage }
        let output = ServedOutput()
        let recipe = BinaryRecipe.bytes(of: try RecipeWriter.recipe(of: image, context: output))
        let number = lock.withLock {
            lastOutput += 1
            outputs[lastOutput] = output
            return lastOutput
        }
        return .output(
            UnitOutput(
                worker: worker, number: number, recipe: recipe, regions: output.regionCount,
                processors: output.processorCount))
    }

    private func output(at place: UnitPlace) -> ServedOutput? {
        place.worker == worker ? lock.withLock { outputs[place.output] } : nil
    }

    private func process(
        _ number: Int, of output: ServedOutput, _ layout: PixelLayout, in memories: [ReceivedMemory]
    ) throws {
        guard let parts = layout.parts, let memory = memories.first, memory.isWritable,
            parts.byteCount <= memory.byteCount, memories.count == 1 + layout.isApart.count(where: { $0 })
        else { throw ServedUnitError.memoryMismatch }
        var apart = memories.dropFirst()
        let inputs = try parts.inputs.enumerated().map { index, part in
            let source = layout.isApart[index] ? apart.removeFirst() : memory
            guard part.pages.upperBound <= source.byteCount else { throw ServedUnitError.memoryMismatch }
            return try part.mapped(from: source, asImage: index)
        }
        let result = try parts.output.mapped(from: memory, asImage: nil)
        try output.process(number, inputs: inputs, region: layout.output, output: result)
    }
}

/// An error of a worker process. The host adds the names of the unit and the filter.
enum ServedUnitError: Error, CustomStringConvertible {
    case otherBuild
    case notOpen
    case memoryMismatch
    case noMemory
    case unknownFilter(String)
    case unknownFunction(Int)
    case loading([String])

    var description: String {
        switch self {
        case .otherBuild:
            "the worker program is of another build of CoreImage than the host; install both from one build"
        case .notOpen: "the unit isn't open"
        case .memoryMismatch: "the shared memory doesn't fit the pixels"
        case .noMemory: "the worker has no memory left; render smaller parts, or fewer at once"
        case .unknownFilter(let name):
            "the unit has no filter \(name); build it again, or correct its Description.plist"
        case .unknownFunction(let number): "the output has no function \(number)"
        case .loading(let problems): problems.joined(separator: "; ")
        }
    }
}
