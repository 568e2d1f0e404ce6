import Foundation

/// A list of numbers, such as a point, a direction, a rectangle, weights or coefficients, that a filter takes as one
/// input.
///
/// Reading a component beyond the vector's count gives zero. Immutable and thread-safe.
open class CIVector: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The numbers in order.
    package let components: [CGFloat]

    /// Creates a vector from its numbers.
    package init(components: [CGFloat]) { self.components = components }

    /// Creates a vector of `count` numbers copied from `values`. A negative count gives an empty vector.
    public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
        self.init(components: Array(UnsafeBufferPointer(start: values, count: max(0, count))))
    }

    /// Creates a vector of one number.
    public convenience init(x: CGFloat) { self.init(components: [x]) }

    /// Creates a vector of two numbers.
    public convenience init(x: CGFloat, y: CGFloat) { self.init(components: [x, y]) }

    /// Creates a vector of three numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init(components: [x, y, z]) }

    /// Creates a vector of four numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init(components: [x, y, z, w]) }

    /// Creates a vector of a point's x and y.
    public convenience init(cgPoint point: CGPoint) { self.init(components: [point.x, point.y]) }

    /// Creates a vector of a rectangle's x, y, width and height.
    public convenience init(cgRect rect: CGRect) {
        self.init(components: [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    }

    /// Creates a vector of an affine transform's a, b, c, d, tx and ty.
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        self.init(components: [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty])
    }

    /// The number of components.
    open var count: Int { components.count }

    /// Returns the number at `index`, counted from 0, or zero outside the vector.
    open func value(at index: Int) -> CGFloat { components.indices.contains(index) ? components[index] : 0 }

    /// The first number, or zero.
    open var x: CGFloat { value(at: 0) }

    /// The second number, or zero.
    open var y: CGFloat { value(at: 1) }

    /// The third number, or zero.
    open var z: CGFloat { value(at: 2) }

    /// The fourth number, or zero.
    open var w: CGFloat { value(at: 3) }

    /// The first two numbers as a point: x, y.
    open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

    /// The first four numbers as a rectangle: x, y, width, height.
    open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

    /// The first six numbers as an affine transform: a, b, c, d, tx, ty.
    open var cgAffineTransformValue: CGAffineTransform {
        CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
    }

    // MARK: NSObject

    /// Whether `object` is a vector with the same numbers.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.components == components }

    /// A hash of the numbers.
    open override var hash: Int { components.hashValue }

    /// The same text as `stringRepresentation`.
    open override var description: String { stringRepresentation }

    /// Returns the vector itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Coding

    /// Whether vectors can be decoded from untrusted archives: true.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the vector's text form.
    open func encode(with coder: NSCoder) { coder.encode(stringRepresentation as NSString, forKey: "CIVector") }

    /// Creates a vector from an archive. nil when the archive contains none.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "CIVector"),
            let numbers = try? Self.numbers(in: String(describing: text))
        else { return nil }
        components = numbers
    }
}
