import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels
import Recipes
import Sandboxing
import Synchronization
import UnitProcesses

/// One output image of a filter in a worker process: its recipe, and the functions that stay in the worker. It exists
/// for as long as an image needs it.
///
/// If the worker process has been replaced, the new one makes the output again on request. Thread-safe.
final class RemoteOutput: @unchecked Sendable {
    // Unchecked because of the values, which are immutable objects.
    let code: RemoteCode
    let filter: String
    private let object: Int
    private let values: [String: Any]
    private let made = Mutex<UnitReply.Output?>(nil)
    private let regions = Mutex<[RegionKey: CGRect]>([:])

    /// The arguments of a region function call, as a cache key.
    private struct RegionKey: Hashable {
        let number: Int
        let ofProcessor: Bool
        let image: Int
        let rect: [CGFloat]
    }

    /// The maximum number of cached regions; a rendering needs far fewer.
    private static let maximumRegions = 4096

    init(of code: RemoteCode, filter: String, object: Int, values: [String: Any]) {
        (self.code, self.filter, self.object, self.values) = (code, filter, object, values)
    }

    deinit {
        if let output = made.withLock({ $0 }) { code.forget(OutputID(worker: output.worker, number: output.number)) }
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
            throw CIPlugInFailure(unit: code.bundle, filter: filter, cause: .malformedAnswer, reason: "\(error)")
        }
    }

    private func recipeContext() -> RemoteRecipeContext {
        RemoteRecipeContext(output: self, images: values.values.compactMap { $0 as? CIImage })
    }

    /// Requests that the worker make the output; nil if the filter has none for its values.
    private func request(naming context: RemoteRecipeContext) throws -> UnitReply.Output? {
        var writer = RecipeWriter(context: context)
        for case let image as CIImage in values.values { _ = try writer.write(image) }
        let inputs = try values.sorted { $0.key < $1.key }.map { key, value in
            RecipeField(key: key, value: try writer.written(value, subject: "\(key) of \(filter)"))
        }
        let place = try writer.append(.filter(RecipeFilter(name: filter, unit: nil, inputs: inputs)))
        let message = UnitOutputRequest(
            object: object, recipe: BinaryRecipe.bytes(of: writer.recipe(endingWith: place)),
            extents: context.images.map(\.extent))
        switch try code.request(.output(message), for: filter) {
        case .noImage: return nil
        case .output(let output): return output
        default: throw code.malformed("the answer isn't an output image", by: filter)
        }
    }

    /// Returns the region of interest of a kernel or processor. Results are cached, because a rendering requests the
    /// same regions many times.
    func region(ofInput image: Int, number: Int, ofProcessor: Bool, for rect: CGRect) throws -> CGRect {
        let key = RegionKey(
            number: number, ofProcessor: ofProcessor, image: image,
            rect: [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
        if let known = regions.withLock({ $0[key] }) { return known }
        let reply = try call(within: code.limits.callDuration) { id in
            .region(id(number), ofProcessor: ofProcessor, image: image, rect: rect)
        }
        guard case .region(let region) = reply else {
            throw code.malformed("the answer isn't a region of interest", by: filter)
        }
        let parts = [region.origin.x, region.origin.y, region.size.width, region.size.height]
        guard region.isNull || region.isInfinite || parts.allSatisfy(\.isFinite) else {
            throw code.malformed(
                "the region of interest \(region) isn't finite; return a finite, null or infinite rectangle", by: filter
            )
        }
        regions.withLock { kept in
            if kept.count >= Self.maximumRegions { kept.removeAll(keepingCapacity: true) }
            kept[key] = region
        }
        return region
    }

    /// Requests that a processor compute pixels.
    func process(_ number: Int, _ layout: PixelLayout, in memories: [SharedMemory]) throws {
        let reply = try call(sharing: memories, within: code.limits.processingDuration) { id in
            .process(id(number), layout)
        }
        guard case .done = reply else {
            throw code.malformed("the answer doesn't confirm that the pixels were computed", by: filter)
        }
    }

    /// Sends a request about the output. If the worker that made the output has been replaced, the new one makes it
    /// again first.
    private func call(
        sharing memories: [SharedMemory] = [], within deadline: Duration,
        _ message: ((_ number: Int) -> OutputFunctionID) -> UnitRequest
    ) throws -> UnitReply {
        guard var output = made.withLock({ $0 }) else { throw code.malformed("there is no output image", by: filter) }
        for _ in 0..<2 {
            let id = { OutputFunctionID(worker: output.worker, output: output.number, number: $0) }
            let (code, filter, request) = (code, filter, message(id))
            // The unit has a separate deadline: a rendering that is stopped earlier must not count as a failure of the
            // unit.
            let reply = try DetachedWork.run {
                try code.request(request, for: filter, sharing: memories, within: deadline)
            }
            guard case .unknownOutput = reply else { return reply }
            output = try remade(instead: output)
        }
        throw code.malformed("it doesn't know its own output image", by: filter)
    }

    /// Makes the output again in the present worker. Its recipe must be the same, with the same number of functions.
    private func remade(instead old: UnitReply.Output) throws -> UnitReply.Output {
        // Another thread may already have remade it.
        if let output = made.withLock({ $0 }), output.worker != old.worker || output.number != old.number {
            return output
        }
        guard let output = try request(naming: recipeContext()), output.recipe == old.recipe,
            output.regions == old.regions, output.processors == old.processors
        else {
            throw CIPlugInFailure(
                unit: code.bundle, filter: filter, cause: .malformedAnswer,
                reason:
                    "the unit's process was restarted, and the unit now returns a different image for the same inputs; read outputImage again"
            )
        }
        made.withLock { $0 = output }
        return output
    }
}
