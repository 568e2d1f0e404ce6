import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels
import Recipes
import Synchronization
import UnitProcesses

/// One output image of a filter in a worker process: its recipe, and the functions that stay in the worker. It exists
/// for as long as an image needs it.
///
/// If the worker process has been replaced, the new one is asked to make the output again. Thread-safe.
final class WorkerOutput: @unchecked Sendable {
    // Unchecked because of the values, which are immutable objects.
    let unit: WorkerUnit
    let filter: String
    private let object: Int
    private let values: [String: Any]
    private let made = Mutex<UnitOutput?>(nil)
    private let regions = Mutex<[RegionQuestion: CGRect]>([:])

    /// The arguments of a region function call, as a cache key.
    private struct RegionQuestion: Hashable {
        let number: Int
        let ofProcessor: Bool
        let image: Int
        let rect: [CGFloat]
    }

    /// The maximum number of cached regions; a rendering needs far fewer.
    private static let mostRegions = 4096

    init(of unit: WorkerUnit, filter: String, object: Int, values: [String: Any]) {
        (self.unit, self.filter, self.object, self.values) = (unit, filter, object, values)
    }

    deinit {
        if let output = made.withLock({ $0 }) { unit.forget(MadeOutput(worker: output.worker, number: output.number)) }
    }

    /// Requests the output, and returns its image; nil if the filter has no output for its values.
    func image() throws -> CIImage? {
        let context = recipeContext()
        guard let output = try request(naming: context) else { return nil }
        made.withLock { $0 = output }
        do {
            return try context.image(of: output.recipe)
        } catch let error as CIPlugInFailure {
            throw error
        } catch {
            throw CIPlugInFailure(unit: unit.bundle, filter: filter, cause: .malformedAnswer, reason: "\(error)")
        }
    }

    private func recipeContext() -> WorkerRecipeContext {
        WorkerRecipeContext(output: self, images: values.values.compactMap { $0 as? CIImage })
    }

    /// Requests that the worker make the output; nil if the filter has none for its values.
    private func request(naming context: WorkerRecipeContext) throws -> UnitOutput? {
        var writer = RecipeWriter(context: context)
        for case let image as CIImage in values.values { _ = try writer.write(image) }
        let inputs = try values.sorted { $0.key < $1.key }.map { key, value in
            RecipeInput(key: key, value: try writer.written(value, subject: "\(key) of \(filter)"))
        }
        let place = try writer.append(.filter(RecipeFilter(name: filter, unit: nil, inputs: inputs)))
        let message = UnitOutputRequest(
            object: object, recipe: BinaryRecipe.bytes(of: writer.recipe(endingWith: place)),
            extents: context.images.map(\.extent))
        switch try unit.ask(.output(message), for: filter) {
        case .noImage: return nil
        case .output(let output): return output
        default: throw unit.malformed("the answer isn't an output image", by: filter)
        }
    }

    /// Returns the region of interest of a kernel or processor. Results are cached, because a rendering requests the
    /// same regions many times.
    func region(ofInput image: Int, number: Int, ofProcessor: Bool, for rect: CGRect) throws -> CGRect {
        let question = RegionQuestion(
            number: number, ofProcessor: ofProcessor, image: image,
            rect: [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
        if let known = regions.withLock({ $0[question] }) { return known }
        let answer = try ask(within: unit.limits.callDuration) { place in
            .region(place(number), ofProcessor: ofProcessor, image: image, rect: rect)
        }
        guard case .region(let region) = answer else {
            throw unit.malformed("the answer isn't a region of interest", by: filter)
        }
        let parts = [region.origin.x, region.origin.y, region.size.width, region.size.height]
        guard region.isNull || region.isInfinite || parts.allSatisfy(\.isFinite) else {
            throw unit.malformed(
                "the region of interest \(region) isn't finite; return a finite, null or infinite rectangle", by: filter
            )
        }
        regions.withLock { kept in
            if kept.count >= Self.mostRegions { kept.removeAll(keepingCapacity: true) }
            kept[question] = region
        }
        return region
    }

    /// Requests that a processor compute pixels.
    func process(_ number: Int, _ layout: PixelLayout, in memories: [SharedMemory]) throws {
        let answer = try ask(sharing: memories, within: unit.limits.processingDuration) { place in
            .process(place(number), layout)
        }
        guard case .done = answer else {
            throw unit.malformed("the answer doesn't confirm that the pixels were computed", by: filter)
        }
    }

    /// Sends a request about the output. If the worker that made the output has been replaced, the new one makes it
    /// again first.
    private func ask(
        sharing memories: [SharedMemory] = [], within deadline: Duration,
        _ message: ((_ number: Int) -> UnitPlace) -> UnitMessage
    ) throws -> UnitAnswer {
        guard var output = made.withLock({ $0 }) else { throw unit.malformed("there is no output image", by: filter) }
        for _ in 0..<2 {
            let place = { UnitPlace(worker: output.worker, output: output.number, number: $0) }
            let (unit, filter, question) = (unit, filter, message(place))
            // The unit has a separate deadline: a rendering that is stopped earlier must not count as a failure of the
            // unit.
            let answer = try DetachedWork.run {
                try unit.ask(question, for: filter, sharing: memories, within: deadline)
            }
            guard case .unknownOutput = answer else { return answer }
            output = try remade(instead: output)
        }
        throw unit.malformed("it doesn't know its own output image", by: filter)
    }

    /// Makes the output again in the present worker. Its recipe must be the same, with the same number of functions.
    private func remade(instead old: UnitOutput) throws -> UnitOutput {
        // Another thread may already have remade it.
        if let output = made.withLock({ $0 }), output.worker != old.worker || output.number != old.number {
            return output
        }
        guard let output = try request(naming: recipeContext()), output.recipe == old.recipe,
            output.regions == old.regions, output.processors == old.processors
        else {
            throw CIPlugInFailure(
                unit: unit.bundle, filter: filter, cause: .malformedAnswer,
                reason:
                    "the unit's process was restarted, and the unit now returns a different image for the same inputs; read outputImage again"
            )
        }
        made.withLock { $0 = output }
        return output
    }
}
