extension CIFilterControl {
    /// How the values of a control form a curve, so that an editor of curves can be shown.
    ///
    /// Controls of the kind `offset` are points of a curve: two numbers, x and y. Those of one filter with the same
    /// `name` belong together. A control of the kind `table` is a curve for each of red, green and blue by itself: its
    /// bytes are triples of floats, evenly spaced over the domain.
    public struct Curve: Codable, Sendable, Hashable {
        /// How a curve goes from one point to the next.
        public enum Interpolation: String, Codable, Sendable, Hashable, CaseIterable {
            /// Straight lines.
            case linear
            /// The natural cubic spline, whose second derivative is continuous and 0 at the ends. Points that are less
            /// than 1/1000 apart in x are a step between two splines.
            case naturalSpline
        }

        /// The name to show, which is that of the curve.
        public var name: String
        /// How the filter goes from one point, or one entry of the table, to the next.
        public var interpolation: Interpolation
        /// The key of the input with the x of a table's first and last entries; nil if they are 0 and 1.
        public var domain: String?
        /// The key of the Boolean input that says whether the curve is a straight line beyond its ends. Beyond the ends
        /// of other curves, and if it is false, the value at the end is used.
        public var extrapolation: String?

        /// Creates a description.
        public init(name: String, interpolation: Interpolation, domain: String? = nil, extrapolation: String? = nil) {
            (self.name, self.interpolation) = (name, interpolation)
            (self.domain, self.extrapolation) = (domain, extrapolation)
        }

        /// Creates the description that the value of `kCIAttributeCurve` states; nil for other values.
        init?(attribute: Any?) {
            guard let stated = attribute as? [String: Any], let name = stated["name"] as? String,
                let interpolation = (stated["interpolation"] as? String).flatMap(Interpolation.init(rawValue:))
            else { return nil }
            self.init(
                name: name, interpolation: interpolation, domain: stated["domain"] as? String,
                extrapolation: stated["extrapolation"] as? String)
        }

        /// The value of `kCIAttributeCurve` that states the description.
        public var attribute: [String: Any] {
            var stated = ["name": name, "interpolation": interpolation.rawValue]
            (stated["domain"], stated["extrapolation"]) = (domain, extrapolation)
            return stated
        }
    }
}

/// The key of an input's attributes for the curve that its values form: a dictionary, see
/// `CIFilterControl.Curve.attribute`.
///
/// Core Image has no such attribute. A filter states it in `customAttributes`.
public let kCIAttributeCurve = "CIAttributeCurve"
