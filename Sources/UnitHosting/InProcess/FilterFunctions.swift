import CoreImageEssentials
import Foundation
import ImageUnits
import UnitFunctions

/// The functions of one filter in a unit's library.
struct FilterFunctions: Sendable {
    /// The filter's name.
    let filter: String
    let process: ProcessorFunction
    let region: RegionFunction?
    let library: UnitLibrary

    /// Looks up the functions.
    ///
    /// - Throws: `UnitFunctionError` if one is missing.
    init(_ symbols: ProcessorSymbols, of filter: FilterDescription, in library: UnitLibrary) throws(UnitFunctionError) {
        (self.filter, self.library) = (filter.name, library)
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

extension FilterDescription {
    /// The parameters of the filter's functions that aren't images.
    fileprivate var functionParameters: [FunctionParameter] {
        inputs.compactMap { input in
            switch input.className {
            case "NSNumber": .number
            case "CIColor": .vector4
            case "CIVector":
                if case .vector(let values)? = input.defaultValue {
                    FunctionParameter(vectorOf: values.count)
                } else {
                    nil
                }
            default: nil
            }
        }
    }
}
