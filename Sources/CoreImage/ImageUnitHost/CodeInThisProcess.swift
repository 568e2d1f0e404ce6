import ImageUnits
import UnitFunctions

/// The code of a unit that is loaded into this process: Swift classes, C functions, or both from one library.
final class CodeInThisProcess: UnitCode {
    private let classes: Result<InProcessUnit, any Error>?
    private let functions: Result<CProcessorUnit, any Error>?

    /// Loads the library, which runs code of the unit.
    ///
    /// - Throws: why nothing of it can be used.
    init(_ unit: ImageUnitDescription) throws {
        guard let executable = unit.executable else { throw ImageUnitHostError.noExecutable(unit.bundle) }
        let filters = unit.filters.filter { $0.kind == .executable }
        classes = filters.contains { $0.processor == nil } ? Result { try InProcessUnit(executable) } : nil
        functions =
            filters.contains { $0.processor != nil }
            ? Result { try CProcessorUnit(executable, of: unit.bundle) } : nil
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
