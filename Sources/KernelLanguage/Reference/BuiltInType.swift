/// A name of a type, for editors.
package struct BuiltInType: Sendable, Hashable {
    /// The spelling in a source.
    package let name: String
    /// The spelling of the components' type, `float`, `int` or `bool`. Nil for `void`, images and tables.
    package let scalar: String?
    /// The number of components of a scalar or vector, 1…4. 0 for all other types.
    package let size: Int
    /// The number of columns of a matrix, which has as many rows. 0 for all other types.
    package let columns: Int
    /// A description in one sentence.
    package let summary: String

    /// Every spelling of a type.
    package static let all: [String: BuiltInType] = {
        var all: [String: BuiltInType] = [:]
        for (name, type) in TypeName.types { all[name] = BuiltInType(name, type) }
        all["__table"] = BuiltInType("__table", KernelType(.table))
        return all
    }()

    /// Types that occur in the parameters of kernels only, because the application supplies their values.
    package static let ofKernelParameters = ["sampler", "__sample", "__color", "__table", "__number"]

    private init(_ name: String, _ type: KernelType) {
        self.name = name
        scalar = type.scalarType?.rawValue
        size = type.vectorSize ?? 0
        columns = if case .matrix(let count) = type.base { count } else { 0 }
        summary =
            switch (name, type.base) {
            case ("__sample", _): "An image's colour at the current pixel, premultiplied: a `vec4`."
            case ("__color", _): "A colour in the working space, premultiplied: a `vec4`."
            case ("__number", _): "A number that the application passes: a `float`."
            case (_, .sampler): "An image that can be sampled anywhere. A parameter only."
            case (_, .table): "A sampler whose pixels are numbers, which are never colour converted. A parameter only."
            case (_, .void): "No value. A function's result only."
            case (_, .scalar(.float)): "A number in IEEE single precision."
            case (_, .scalar(.int)): "A whole number of 32 bits with sign. Arithmetic wraps."
            case (_, .scalar(.bool)): "`true` or `false`."
            case (_, .vector(let scalar, let size)): "A vector of \(size) \(scalar.rawValue)s."
            case (_, .matrix(let size)): "A matrix of \(size) × \(size) floats, column by column."
            default: ""
            }
    }
}
