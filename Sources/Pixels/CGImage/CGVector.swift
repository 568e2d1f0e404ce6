import Foundation

/// A displacement in the plane.
public struct CGVector: Hashable, Sendable, Codable {
    /// Displacement along x.
    public var dx: CGFloat
    /// Displacement along y.
    public var dy: CGFloat

    /// The zero vector.
    public static let zero = CGVector(dx: 0, dy: 0)

    /// Creates the zero vector.
    public init() { self.init(dx: CGFloat(0), dy: CGFloat(0)) }

    /// Creates a vector from its components.
    public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

    /// Creates a vector from its components.
    public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

    /// Creates a vector from its components.
    public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
}
