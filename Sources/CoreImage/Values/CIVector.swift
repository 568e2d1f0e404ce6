import Foundation

/// A list of numbers: a point, a direction, a rectangle, weights or coefficients that a filter takes as one input.
///
/// Immutable, and safe to share between threads. Reading a component that the vector lacks gives zero.
open class CIVector: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The numbers in order.
    let components: [CGFloat]

    /// A vector from its numbers.
    init(components: [CGFloat]) { self.components = components }

    /// A vector of `count` numbers copied from `values`; a negative count gives an empty vector.
    public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
        self.init(components: Array(UnsafeBufferPointer(start: values, count: max(0, count))))
    }

    /// A vector of one number.
    public convenience init(x: CGFloat) { self.init(components: [x]) }

    /// A vector of two numbers.
    public convenience init(x: CGFloat, y: CGFloat) { self.init(components: [x, y]) }

    /// A vector of three numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init(components: [x, y, z]) }

    /// A vector of four numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init(components: [x, y, z, w]) }

    /// A vector of two numbers: the point's x and y.
    public convenience init(cgPoint point: CGPoint) { self.init(components: [point.x, point.y]) }

    /// A vector of four numbers: the rectangle's origin, width and height.
    public convenience init(cgRect rect: CGRect) {
        self.init(components: [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    }

    /// A vector of six numbers: the transform's a, b, c, d, tx and ty.
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        self.init(components: [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty])
    }

    /// How many numbers the vector holds.
    open var count: Int { components.count }

    /// The number at `index`, counted from 0; zero outside the vector.
    open func value(at index: Int) -> CGFloat { components.indices.contains(index) ? components[index] : 0 }

    /// The first number.
    open var x: CGFloat { value(at: 0) }

    /// The second number.
    open var y: CGFloat { value(at: 1) }

    /// The third number.
    open var z: CGFloat { value(at: 2) }

    /// The fourth number.
    open var w: CGFloat { value(at: 3) }

    /// The first two numbers as a point.
    open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

    /// The first four numbers as a rectangle: origin, width, height.
    open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

    /// The first six numbers as a transform: a, b, c, d, tx, ty.
    open var cgAffineTransformValue: CGAffineTransform {
        CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
    }

    // MARK: NSObject

    /// Whether `object` is a vector of the same numbers.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.components == components }

    /// Equal vectors have equal hashes.
    open override var hash: Int { components.hashValue }

    /// The same text as `stringRepresentation`.
    open override var description: String { stringRepresentation }

    /// The vector itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Coding

    /// Vectors may be decoded from archives that are not trusted.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the vector's text form.
    open func encode(with coder: NSCoder) { coder.encode(stringRepresentation as NSString, forKey: "CIVector") }

    /// Reads a vector; nil when the archive holds none, or not numbers.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "CIVector"),
            let numbers = try? Self.numbers(in: String(describing: text))
        else { return nil }
        components = numbers
    }
}
