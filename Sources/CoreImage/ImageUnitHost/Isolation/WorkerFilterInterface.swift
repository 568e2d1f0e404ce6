import Foundation
import ImageUnits
import Synchronization

/// What is known of a filter that lives in a worker process: what Description.plist says at once, and what the filter says of itself when
/// it is asked for. Thread-safe.
final class WorkerFilterInterface: Sendable {
    let description: FilterDescription
    let unit: WorkerUnit
    private let known = Mutex<[WorkerInput]?>(nil)

    init(_ description: FilterDescription, of unit: WorkerUnit) { (self.description, self.unit) = (description, unit) }

    /// The filter's inputs. Units in C describe them in Description.plist; other filters are asked, once.
    ///
    /// - Throws: why the filter gave no answer; it is asked again next time.
    func inputs() throws(CIPlugInFailure) -> [WorkerInput] {
        if let found = known.withLock({ $0 }) { return found }
        let found = description.processor == nil ? try described() : description.inputs.map(WorkerInput.init)
        known.withLock { $0 = found }
        return found
    }

    /// Has the unit's process make a filter of the class.
    func start() throws(CIPlugInFailure) { _ = try described() }

    private func described() throws(CIPlugInFailure) -> [WorkerInput] {
        let name = description.name
        guard case .description(let bytes) = try unit.ask(.describe(filter: name), for: name) else {
            throw unit.malformed("it doesn't describe the filter", by: name)
        }
        do {
            return try WorkerInput.inputs(from: BinaryRecipe.recipe(from: bytes))
        } catch {
            throw unit.malformed("\(error)", by: name)
        }
    }
}
