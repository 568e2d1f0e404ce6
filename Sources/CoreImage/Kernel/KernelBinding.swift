import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A kernel with arguments that are known to fit its parameters.
struct KernelBinding {
    let program: Program
    let arguments: [KernelArgument]

    init(_ program: Program, arguments: [Any]) throws {
        guard arguments.count == program.parameters.count else {
            throw CIError.argumentCount(
                kernel: program.name, expected: program.parameters.map { "\($0.type.title) \($0.name)" },
                given: arguments.count)
        }
        self.program = program
        self.arguments = try zip(program.parameters, arguments).map { parameter, value in
            if let sampler = value as? CISampler, let refusal = sampler.refusal { throw refusal }
            guard let argument = parameter.type.argument(from: value) else {
                throw CIError.argumentType(
                    kernel: program.name, parameter: parameter.name, expected: parameter.type.argumentTitle,
                    given: described(value))
            }
            return argument
        }
    }

    /// The recipe; a warp kernel samples `warped`.
    func image(
        extent: CGRect, callback: @escaping CIKernelROICallback, warping warped: CIImage? = nil
    ) -> CIImage {
        let regions = RegionCallback(callback: callback)
        var all = arguments
        if let warped { all.insert(.image(SampledImage(warped.node)), at: 0) }
        let application = KernelApplication(program: program, arguments: all) { regions.callback(Int32($0), $1) }
        return CIImage(node: ImageNode(.kernel(application), extent: extent))
    }
}

/// Clients' region functions are not marked `@Sendable`; the documentation says that they are called from any thread.
private struct RegionCallback: @unchecked Sendable {
    let callback: CIKernelROICallback
}

extension KernelParameterType {
    /// The argument that `value` stands for, or nil when this parameter can't take it.
    func argument(from value: Any) -> KernelArgument? {
        switch self {
        case .sampler, .table, .sample:
            if let image = value as? CIImage { return .image(SampledImage(image.node)) }
            if let sampler = value as? CISampler { return .image(sampler.sampledImage) }
            return nil
        case .color:
            if let color = value as? CIColor { return .color(color.graphColor) }
            return nil
        case .float, .int, .bool:
            guard let number = Number.double(from: value) else { return nil }
            return .numbers([Float(number)])
        case .vector(let count), .intVector(let count), .boolVector(let count):
            return Self.components(of: value, count: count)
        case .matrix(let size):
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
        case let color as CIColor: numbers = [color.red, color.green, color.blue, color.alpha]
        case let items as [Any]:
            numbers = items.compactMap(Number.double(from:)).map { CGFloat($0) }
            guard numbers.count == items.count else { return nil }
        default: return nil
        }
        guard numbers.count == count else { return nil }
        return .numbers(numbers.map { Float($0) })
    }

    /// The type as kernel text spells it.
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

    /// What a client gives for a parameter of this type.
    var argumentTitle: String {
        switch self {
        case .float, .int, .bool: "a number (\(title))"
        case .vector(let n), .intVector(let n), .boolVector(let n): "a CIVector of \(n) numbers (\(title))"
        case .matrix(let n): "a CIVector or an array of \(n * n) numbers, column by column (\(title))"
        case .color: "a CIColor (__color)"
        case .sampler, .table, .sample: "a CIImage or CISampler (\(title))"
        }
    }
}
