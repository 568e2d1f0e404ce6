import CoreImageEssentials
import Foundation
import ImageUnits
import Recipes
import UnitFunctions

/// The description of a processor call except for the pixels, small enough to be sent to another process.
struct ProcessorCall: Sendable {
    /// The filter, whose description names the functions.
    let filter: FilterDescription
    /// A value for each parameter that isn't an image.
    ///
    /// Colours are premultiplied linear sRGB here, as region functions receive them. Processors receive them in the
    /// working space: each colour is an extra one-pixel input, after the images and in the order of the parameters.
    let arguments: [FunctionArgument]
    /// The extent of each input image.
    let imageExtents: [CGRect]
    /// The extent of the result.
    let extent: CGRect

    /// The region that is read of a colour input, which is an image of infinite extent.
    static let colorRegion = CGRect(x: 0, y: 0, width: 1, height: 1)
}

extension FilterDescription {
    /// The parameters of the filter's functions that aren't images.
    var functionParameters: [FunctionParameter] {
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
