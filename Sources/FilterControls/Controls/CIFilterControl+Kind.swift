extension CIFilterControl {
    /// The kind of a control, which decides what its values look like.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// A slider with a field for a number.
        case slider
        /// A dial for an angle in radians, counterclockwise.
        case angle
        /// A switch: a Boolean.
        case toggle
        /// A list of values of which one is chosen.
        case choice
        /// A colour well: red, green, blue and alpha of sRGB, not premultiplied, usually from 0 to 1.
        case color
        /// A colour well without alpha.
        case opaqueColor
        /// A point on the picture, in pixels from the bottom left of its coordinate system.
        case point
        /// A point on the picture with a height over it, in pixels: three numbers.
        case elevatedPoint
        /// A rectangle on the picture: x, y, width and height in pixels.
        case rectangle
        /// Two numbers, such as a displacement.
        case offset
        /// A field for each number of a vector.
        case vector
        /// A transform: the numbers a, b, c, d, tx and ty.
        case transform
        /// A line of text. Barcode generators receive its UTF-8 bytes, or a QR code of it.
        case text
        /// A table of numbers, such as a colour cube or curves: the bytes of 32-bit floats in this machine's order.
        case table
        /// Lines: four numbers for each, x₀, y₀, x₁ and y₁ in pixels.
        case lines
        /// A lens: two or more numbers, the relative increase of a point's distance from the centre of the picture,
        /// from the centre to the corners.
        case lens
        /// Another picture. Its values aren't written here; the application sets a `CIImage`.
        case picture
        /// An object of a class that only a program can make. The input keeps its value.
        case object
    }

    /// The unit of a control's numbers.
    public enum Unit: String, Codable, Sendable, Hashable, CaseIterable {
        /// A number without a unit.
        case scalar
        /// Pixels of the picture.
        case distance
        /// Radians.
        case angle
        /// A whole number.
        case count
        /// A part of a transition's time, from 0 to 1.
        case time
    }

    /// The ends of a slider.
    public struct SliderEnds: Codable, Sendable, Hashable {
        /// The number at the lower end.
        public var from: Double
        /// The number at the upper end.
        public var to: Double

        /// Creates the ends of a slider.
        public init(from: Double, to: Double) { (self.from, self.to) = (from, to) }
    }

    /// A value that can be chosen.
    public struct Choice: Codable, Sendable, Hashable {
        /// The value.
        public var value: CIFilterControlValue
        /// The name to show.
        public var name: String

        /// Creates a value to choose.
        public init(value: CIFilterControlValue, name: String) { (self.value, self.name) = (value, name) }
    }
}

/// The key of an input's attributes for the only values that the input takes: an array of dictionaries, each with the
/// keys `value`, a number or a string, and `name`, the text to show.
///
/// Core Image has no such attribute. A filter states it in `customAttributes`.
public let kCIAttributeChoices = "CIAttributeChoices"
