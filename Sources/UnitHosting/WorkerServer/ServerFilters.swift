import CoreImageEssentials
import Foundation
import ImageGraph
import ImageUnits
import Recipes

/// The filters of the unit that a worker process runs. Thread-safe; each filter object is used by one request at a
/// time.
final class ServerFilters: @unchecked Sendable {
    private var constructors: [String: Result<() -> CIFilter?, any Error>] = [:]
    private let lock = NSLock()
    private var filters: [Int: ServerFilter] = [:]

    /// Loads the unit's code into this process.
    ///
    /// - Throws: `UnitServerError.loading` if the unit's description is invalid, or the error of loading its code.
    init(bundle: URL) throws {
        let reading = ImageUnitDescription.read(at: bundle)
        guard let unit = reading.unit else {
            throw UnitServerError.loading(reading.issues.map(\.description))
        }
        let code = try InProcessCode(unit)
        for filter in unit.filters where filter.kind == .executable {
            // An error of one filter is reported when that filter is requested.
            constructors[filter.name] = Result { try code.constructor(for: filter) }
        }
    }

    /// Returns the description of a filter's inputs: a recipe of one step.
    func description(of name: String) throws -> [UInt8] {
        let filter = try newFilter(name)
        let attributes = filter.attributes
        var writer = RecipeWriter(context: ServerOutput())
        let inputs = try filter.inputKeys.map { key in
            let described = (attributes[key] as? [String: Any] ?? [:]).filter { !($0.value is CIImage) }
            return RecipeField(key: key, value: try writer.written(described, subject: "\(key) of \(name)"))
        }
        let place = try writer.append(.filter(RecipeFilter(name: name, unit: nil, inputs: inputs)))
        return BinaryRecipe.bytes(of: writer.recipe(endingWith: place))
    }

    /// Returns the output image that a request asks for; nil if the filter has none for its values.
    func image(for request: UnitOutputRequest) throws -> CIImage? {
        let recipe = try BinaryRecipe.recipe(from: request.recipe)
        guard case .filter(let values) = recipe.steps.last else {
            throw UnitServerError.unknownFilter("without a name")
        }
        let filter = try lock.withLock {
            if let known = filters[request.object] { return known }
            let made = ServerFilter(try newFilter(values.name))
            filters[request.object] = made
            return made
        }
        return try filter.image(for: recipe, extents: request.extents)
    }

    /// Releases filter objects.
    func forget(_ numbers: [Int]) {
        lock.withLock {
            for number in numbers { filters[number] = nil }
        }
    }

    private func newFilter(_ name: String) throws -> CIFilter {
        guard let constructor = constructors[name], let filter = try constructor.get()() else {
            throw UnitServerError.unknownFilter(name)
        }
        filter.name = name
        return filter
    }
}
