import CoreImageEssentials
import Foundation
import ImageGraph
import ImageUnits
import Pixels
import UnitFunctions

/// A filter of a unit whose pixels are computed by a C function in the library that this process has loaded.
///
/// The result's extent contains the extents of all input images; it is infinite if there are no input images.
final class FunctionFilter: DescribedFilter {
    private let functions: FilterFunctions

    init(_ description: FilterDescription, _ functions: FilterFunctions) {
        self.functions = functions
        super.init(description)
    }

    required init?(coder: NSCoder) {
        guard let registered = Self.registered(in: coder) as? FunctionFilter else { return nil }
        functions = registered.functions
        super.init(coder: coder)
    }

    override func image(of arguments: [Any], extent: CGRect) throws -> CIImage {
        if extent.isNull { return .empty() }
        let images = arguments.compactMap { $0 as? CIImage }
        let colors = arguments.compactMap { $0 as? CIColor }
        let values = try zip(unitDescription.inputs, arguments).compactMap { try Self.value($1, of: $0, filter: name) }
        let processor = FunctionProcessor(
            functions: functions, arguments: values, imageExtents: images.map(\.extent), extent: extent)
        // Colours are passed as constant images: the renderer converts them to the working space, which isn't known
        // here.
        let inputs = images.map(\.node) + colors.map { ImageNode.constant($0.graphColor) }
        return CIImage(
            node: .native(ProcessorOperator(processor, inputs: inputs), extent: extent),
            properties: images.first?.properties ?? [:])
    }

    /// Returns the function argument for an input's value; nil for images.
    ///
    /// - Throws: `CIFilterError.badValue` if a vector has another number of components than the default value.
    private static func value(
        _ value: Any, of input: InputDescription, filter: String
    ) throws -> FunctionArgument? {
        switch value {
        case let vector as CIVector:
            if case .vector(let usual)? = input.defaultValue, usual.count != vector.count {
                throw CIFilterError.badValue(
                    filter: filter, key: input.name,
                    reason: "the vector has \(vector.count) components; give it \(usual.count), as its default has")
            }
            return .vector(vector.components.map { Double($0) })
        case let color as CIColor:
            let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
            let pixel = try ColorConversion(from: color.colorSpace, to: linear).apply(color.graphColor.components)
            let alpha = Double(pixel.w)
            return .color(
                red: Double(pixel.x) * alpha, green: Double(pixel.y) * alpha, blue: Double(pixel.z) * alpha,
                alpha: alpha)
        case let number as NSNumber: return .number(number.doubleValue)
        default: return nil
        }
    }
}
