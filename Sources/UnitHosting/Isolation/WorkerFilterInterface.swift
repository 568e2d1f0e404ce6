import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes
import Synchronization

/// The description of a filter in a worker process: what Description.plist contains, and the inputs, which are
/// requested from the worker when first needed. Thread-safe.
final class WorkerFilterInterface: Sendable {
    let description: FilterDescription
    let unit: WorkerUnit
    private let known = Mutex<[WorkerInput]?>(nil)

    init(_ description: FilterDescription, of unit: WorkerUnit) { (self.description, self.unit) = (description, unit) }

    /// Returns the filter's inputs. Filters in C describe them in Description.plist; for other filters the worker is
    /// asked once.
    ///
    /// - Throws: The worker's failure. The next call tries again.
    func inputs() throws(CIPlugInFailure) -> [WorkerInput] {
        if let found = known.withLock({ $0 }) { return found }
        let found = description.processor == nil ? try described() : description.inputs.map(WorkerInput.init)
        known.withLock { $0 = found }
        return found
    }

    /// Makes the unit's process create a filter of the class.
    func start() throws(CIPlugInFailure) { _ = try described() }

    private func described() throws(CIPlugInFailure) -> [WorkerInput] {
        let name = description.name
        guard case .description(let bytes) = try unit.ask(.describe(filter: name), for: name) else {
            throw unit.malformed("the answer isn't a description of the filter", by: name)
        }
        do {
            return try WorkerInput.inputs(from: BinaryRecipe.recipe(from: bytes))
        } catch {
            throw unit.malformed("\(error)", by: name)
        }
    }
}
