import Foundation
import ImageUnits
import UnitFunctions

/// Everything that a unit's processor has to know to compute an image, its pixels aside: small enough to be sent to another process.
struct ProcessorCall: Sendable {
    /// The filter, which names the functions.
    let filter: FilterDescription
    /// A value for each parameter beside the images. Colours are in linear sRGB here, as region functions get them; among the pixels that the
    /// processor reads, each is one pixel of the working space, in the order of the parameters and after the images.
    let arguments: [FunctionArgument]
    /// Where each image is.
    let imageExtents: [CGRect]
    /// Where the result is.
    let extent: CGRect

    /// The part of a colour, which is an image without edges, that is read.
    static let colorRegion = CGRect(x: 0, y: 0, width: 1, height: 1)
}

extension FilterDescription {
    /// The parameters of the filter's functions beside the images.
    var functionParameters: [FunctionParameter] {
        inputs.compactMap { input in
            switch input.className {
            case "NSNumber": .number
            case "CIColor": .vector4
            case "CIVector":
                if case .vector(let values)? = input.defaultValue { FunctionParameter(vectorOf: values.count) } else { nil }
            default: nil
            }
        }
    }
}
