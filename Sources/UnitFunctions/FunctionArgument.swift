/// The type of an argument that a unit's C function takes in addition to its images.
package enum FunctionParameter: Hashable, Sendable, CaseIterable {
    /// `double`
    case number
    /// `ci_vec2`
    case vector2
    /// `ci_vec3`
    case vector3
    /// `ci_vec4`, for vectors and for colours.
    case vector4

    /// The number of doubles in a value of this type.
    package var count: Int {
        switch self {
        case .number: 1
        case .vector2: 2
        case .vector3: 3
        case .vector4: 4
        }
    }

    /// The type of a vector with `count` components, or nil if the interface has none.
    package init?(vectorOf count: Int) {
        switch count {
        case 2: self = .vector2
        case 3: self = .vector3
        case 4: self = .vector4
        default: return nil
        }
    }

    /// The name of the type in C.
    package var spelling: String { self == .number ? "double" : "ci_vec\(count)" }
}

/// A value for one of a function's parameters.
package enum FunctionArgument: Hashable, Sendable, Codable {
    /// A number.
    case number(Double)
    /// A vector. The interface supports two, three and four components.
    case vector([Double])
    /// A colour's premultiplied components: in working space for processor functions, in linear sRGB for region
    /// functions.
    case color(red: Double, green: Double, blue: Double, alpha: Double)

    /// The doubles that are passed to the function.
    package var components: [Double] {
        switch self {
        case .number(let value): [value]
        case .vector(let values): values
        case .color(let red, let green, let blue, let alpha): [red, green, blue, alpha]
        }
    }

    /// The type of a parameter for this value, or nil for a vector of an unsupported size.
    package var parameter: FunctionParameter? {
        switch self {
        case .number: .number
        case .vector(let values): FunctionParameter(vectorOf: values.count)
        case .color: .vector4
        }
    }
}
