import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes
import UnitFunctions

/// The functions of one filter in a unit's library.
struct FilterFunctions: Sendable {
    let unit: String
    let filter: String
    let process: ProcessorFunction
    let region: RegionFunction?
    let library: UnitLibrary

    /// Looks up the functions.
    ///
    /// - Throws: `UnitFunctionError` if one is missing.
    init(_ symbols: ProcessorSymbols, of filter: FilterDescription, in library: UnitLibrary) throws(UnitFunctionError) {
        (unit, self.filter, self.library) = (library.unit, filter.name, library)
        let parameters = filter.functionParameters
        process = try ProcessorFunction(
            symbols.function, in: library, imageCount: filter.inputs.count { $0.className == "CIImage" },
            parameters: parameters)
        var found: RegionFunction?
        if let name = symbols.regionFunction {
            found = try RegionFunction(name, in: library, parameters: parameters)
        }
        region = found
    }
}
