import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes
import Synchronization

/// The description of a filter in a worker process: what Description.plist contains, and the inputs, which are
/// requested from the worker when first needed. All filter objects of one name share it. Thread-safe.
final class RemoteFilterInterface: Sendable {
    let description: FilterDescription
    let code: RemoteCode
    private let known = Mutex<[RemoteInput]?>(nil)

    init(_ description: FilterDescription, of code: RemoteCode) { (self.description, self.code) = (description, code) }

    /// Returns the filter's inputs. Filters in C describe them in Description.plist; for other filters they are
    /// requested from the worker once.
    ///
    /// - Throws: The worker's failure. The next call tries again.
    func inputs() throws(CIPlugInFailure) -> [RemoteInput] {
        if let found = known.withLock({ $0 }) { return found }
        let found = description.processor == nil ? try described() : description.inputs.map(RemoteInput.init)
        known.withLock { $0 = found }
        return found
    }

    /// Makes the unit's process create a filter of the class.
    func start() throws(CIPlugInFailure) { _ = try described() }

    private func described() throws(CIPlugInFailure) -> [RemoteInput] {
        let name = description.name
        guard case .description(let bytes) = try code.request(.describe(filter: name), for: name) else {
            throw code.malformed("the answer isn't a description of the filter", by: name)
        }
        do {
            return try RemoteInput.inputs(from: BinaryRecipe.recipe(from: bytes))
        } catch {
            throw code.malformed("\(error)", by: name)
        }
    }
}
