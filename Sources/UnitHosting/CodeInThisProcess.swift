import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes
import UnitFunctions

/// The code of a unit that is loaded into this process: Swift classes, C functions, or both in one library.
final class CodeInThisProcess: UnitCode {
    private let classes: Result<InProcessUnit, any Error>?
    private let functions: Result<CProcessorUnit, any Error>?

    /// Loads the library, which runs code of the unit.
    ///
    /// - Parameter library: A copy to load instead of the unit's own library.
    /// - Throws: The error of the classes or the functions, if the library has only one of the two kinds and it can't
    ///   be used. If it has both, an unusable kind is reported by `constructor(for:)`.
    init(_ unit: ImageUnitDescription, library: URL? = nil) throws {
        guard var executable = unit.executable else { throw ImageUnitHostError.noExecutable(unit.bundle) }
        if let library { executable.library = library }
        let filters = unit.filters.filter { $0.kind == .executable }
        let (hasClasses, hasFunctions) = (
            filters.contains { $0.processor == nil }, filters.contains { $0.processor != nil }
        )
        let loaded = executable
        classes = hasClasses ? Result { try InProcessUnit(loaded, library: loaded.library) } : nil
        functions = hasFunctions ? Result { try CProcessorUnit(loaded, of: unit.bundle) } : nil
        if case .failure(let error) = classes, functions == nil { throw error }
        if case .failure(let error) = functions, classes == nil { throw error }
    }

    func constructor(for filter: FilterDescription) throws -> () -> CIFilter? {
        let code: (any UnitCode)? = filter.processor == nil ? try classes?.get() : try functions?.get()
        guard let code else { throw ImageUnitHostError.noExecutable(filter.bundle) }
        return try code.constructor(for: filter)
    }

    func retire() {
        if case .success(let unit) = classes { unit.retire() }
        if case .success(let unit) = functions { unit.retire() }
    }
}
