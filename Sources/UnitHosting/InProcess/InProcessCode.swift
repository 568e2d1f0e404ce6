import CoreImageEssentials
import Foundation
import ImageUnits
import UnitFunctions

/// The code of a unit in the library that this process has loaded: Swift classes, C functions, or both. The process is
/// a host that trusts the unit's code, or the unit's worker process.
final class InProcessCode: UnitCode {
    private let classes: Result<InProcessClasses, any Error>?
    private let functions: Result<UnitLibrary, any Error>?

    /// Loads the library, which runs code of the unit.
    ///
    /// - Parameter library: A copy to load instead of the unit's own library.
    /// - Throws: The error of the classes or the functions, if the library has only one of the two kinds and it can't
    ///   be used. If it has both, an unusable kind is reported by `constructor(for:)`.
    init(_ unit: ImageUnitDescription, library: URL? = nil) throws {
        guard let executable = unit.executable else { throw ImageUnitHostError.noExecutable(unit.bundle) }
        let library = library ?? executable.library
        let filters = unit.filters.filter { $0.kind == .executable }
        let (hasClasses, hasFunctions) = (
            filters.contains { $0.processor == nil }, filters.contains { $0.processor != nil }
        )
        classes = hasClasses ? Result { try InProcessClasses(executable, library: library) } : nil
        functions =
            hasFunctions
            ? Result { try UnitLibrary(library, of: unit.bundle, hostVersion: ImageUnitHost.version) } : nil
        if case .failure(let error) = classes, functions == nil { throw error }
        if case .failure(let error) = functions, classes == nil { throw error }
    }

    func constructor(for filter: FilterDescription) throws -> () -> CIFilter? {
        if let symbols = filter.processor {
            guard let library = try functions?.get() else { throw ImageUnitHostError.noExecutable(filter.bundle) }
            let found = try FilterFunctions(symbols, of: filter, in: library)
            return { FunctionFilter(filter, found) }
        }
        guard let classes = try classes?.get() else { throw ImageUnitHostError.noExecutable(filter.bundle) }
        return try classes.constructor(for: filter)
    }

    /// Notifies the unit's classes. The library of the functions notifies the unit itself, when the last filter and
    /// image that use it are released.
    func retire() {
        if case .success(let classes) = classes { classes.retire() }
    }
}
