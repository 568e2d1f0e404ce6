import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A kernel with arguments that have been checked against its parameters.
package struct KernelBinding {
    private let program: Program
    private let arguments: [KernelArgument]
    private let properties: [String: Any]

    /// Checks `arguments`, one for each parameter. For a warp kernel `warped` is the image to warp.
    package init(_ program: Program, arguments: [Any], warping warped: CIImage? = nil) throws {
        guard arguments.count == program.parameters.count else {
            throw CIError.argumentCount(
                kernel: program.name, expected: program.parameters.map { "\($0.type.title) \($0.name)" },
                given: arguments.count)
        }
        var bound = try zip(program.parameters, arguments).map { parameter, value in
            if let sampler = value as? CISampler, let refusal = sampler.refusal { throw refusal }
            guard let argument = parameter.type.argument(from: value) else {
                throw CIError.argumentType(
                    kernel: program.name, parameter: parameter.name, expected: parameter.type.argumentTitle,
                    given: described(value))
            }
            return argument
        }
        if let warped { bound.append(.image(warped.sampled)) }
        (self.program, self.arguments) = (program, bound)
        let first = warped ?? arguments.lazy.compactMap { $0 as? CIImage ?? ($0 as? CISampler)?.image }.first
        properties = first?.properties ?? [:]
    }

    /// Returns an image of the kernel's result over `extent`.
    package func image(extent: CGRect, region: CIKernelRegion) throws -> CIImage {
        CIImage(
            node: try .kernel(
                program, arguments: arguments, extent: extent.normalized, regionOfInterest: { region($0, $1) },
                regionIdentity: region.identity, regionFailures: region.failure.map { [$0] } ?? [],
                callsRegionFunctionOnce: region.isComputedOnce),
            properties: properties)
    }
}

extension CIImage {
    /// The image with its own interpolation, as a kernel argument.
    var sampled: SampledImage { SampledImage(node, interpolation: interpolation) }
}

extension KernelParameterType {
    /// Returns the kernel argument for a client's value, or nil if this parameter cannot take it.
    func argument(from value: Any) -> KernelArgument? {
        switch self {
        case .sampler, .table, .sample:
            if let image = value as? CIImage { return .image(image.sampled) }
            if let sampler = value as? CISampler { return .image(sampler.sampledImage) }
            return nil
        case .color:
            if let color = value as? CIColor { return .color(color.graphColor) }
            if let color = value as? CGColor { return .color(CIColor(cgColor: color).graphColor) }
            return nil
        case .float, .int, .bool:
            guard let number = Number.double(from: value) else { return nil }
            return .numbers([Float(number)])
        case .vector(let count), .intVector(let count), .boolVector(let count):
            return Self.components(of: value, count: count)
        case .matrix(let size):
            if size == 3, !(value is CIVector), let transform = AffineTransformValue.transform(from: value) {
                return .numbers(
                    [transform.a, transform.b, 0, transform.c, transform.d, 0, transform.tx, transform.ty, 1].map(
                        Float.init))
            }
            return Self.components(of: value, count: size * size)
        }
    }

    private static func components(of value: Any, count: Int) -> KernelArgument? {
        let numbers: [CGFloat]
        switch value {
        case let vector as CIVector: numbers = vector.components
        case let point as CGPoint: numbers = [point.x, point.y]
        case let size as CGSize: numbers = [size.width, size.height]
        case let rect as CGRect: numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
        case let value as NSValue where value.heldNumbers != nil: numbers = value.heldNumbers ?? []
        case let color as CIColor: numbers = [color.red, color.green, color.blue, color.alpha]
        case let items as [Any]:
            numbers = items.compactMap(Number.double(from:)).map { CGFloat($0) }
            guard numbers.count == items.count else { return nil }
        default: return nil
        }
        guard numbers.count == count else { return nil }
        return .numbers(numbers.map { Float($0) })
    }

    /// The type's name in the kernel language.
    var title: String {
        switch self {
        case .float: "float"
        case .int: "int"
        case .bool: "bool"
        case .vector(let n): "vec\(n)"
        case .intVector(let n): "ivec\(n)"
        case .boolVector(let n): "bvec\(n)"
        case .matrix(let n): "mat\(n)"
        case .color: "__color"
        case .sampler: "sampler"
        case .table: "__table"
        case .sample: "__sample"
        }
    }

    /// A description of the values that a client may pass for this type, for messages.
    var argumentTitle: String {
        switch self {
        case .float, .int, .bool: "a number (\(title))"
        case .vector(let n), .intVector(let n), .boolVector(let n): "a CIVector of \(n) numbers (\(title))"
        case .matrix(3): "a CIVector or an array of 9 numbers, column by column, or an affine transform (mat3)"
        case .matrix(let n): "a CIVector or an array of \(n * n) numbers, column by column (\(title))"
        case .color: "a CIColor (__color)"
        case .sampler, .table, .sample: "a CIImage or CISampler (\(title))"
        }
    }
}
