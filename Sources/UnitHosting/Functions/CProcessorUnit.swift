import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes
import UnitFunctions

/// A unit in this process whose filters are C functions. The library stays loaded while a filter or an image of the
/// unit exists.
final class CProcessorUnit: UnitCode {
    private let library: UnitLibrary

    /// Loads the library, which runs code of the unit.
    ///
    /// - Throws: `UnitFunctionError`.
    init(_ executable: UnitExecutable, of bundle: URL) throws(UnitFunctionError) {
        library = try UnitLibrary(executable.library, of: bundle, hostVersion: ImageUnitHost.version)
    }

    func constructor(for filter: FilterDescription) throws -> () -> CIFilter? {
        let functions = try filter.processor.map { try FilterFunctions($0, of: filter, in: library) }
        return {
            functions.map { functions in ProcessorFilter(filter) { FunctionProcessor(functions: functions, call: $0) } }
        }
    }

    /// Does nothing: the library notifies the unit when its last filter and image are released.
    func retire() {}
}
