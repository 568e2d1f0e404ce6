import Foundation
import Pixels

/// Deprecated names of `CIVector`, `CIColor` and `NSValue` members.
extension CIVector {
    /// Older spelling of `init(cgPoint:)`.
    @available(*, deprecated, renamed: "init(cgPoint:)")
    public convenience init(CGPoint point: CGPoint) { self.init(cgPoint: point) }

    /// Older spelling of `init(cgRect:)`.
    @available(*, deprecated, renamed: "init(cgRect:)")
    public convenience init(CGRect rect: CGRect) { self.init(cgRect: rect) }

    /// Older spelling of `init(cgAffineTransform:)`.
    @available(*, deprecated, renamed: "init(cgAffineTransform:)")
    public convenience init(CGAffineTransform transform: CGAffineTransform) { self.init(cgAffineTransform: transform) }

    /// Older spelling of `value(at:)`.
    @available(*, deprecated, renamed: "value(at:)")
    public func valueAtIndex(_ index: Int) -> CGFloat { value(at: index) }

    /// Older spelling of `cgPointValue`.
    @available(*, deprecated, renamed: "cgPointValue")
    public var CGPointValue: CGPoint { cgPointValue }

    /// Older spelling of `cgRectValue`.
    @available(*, deprecated, renamed: "cgRectValue")
    public var CGRectValue: CGRect { cgRectValue }

    /// Older spelling of `cgAffineTransformValue`.
    @available(*, deprecated, renamed: "cgAffineTransformValue")
    public var CGAffineTransformValue: CGAffineTransform { cgAffineTransformValue }
}

extension CIColor {
    /// Older spelling of `init(cgColor:)`.
    @available(*, deprecated, renamed: "init(cgColor:)")
    public convenience init(CGColor color: CGColor) { self.init(cgColor: color) }
}

extension NSValue {
    /// Older spelling of `init(cgAffineTransform:)`.
    @available(*, deprecated, renamed: "init(cgAffineTransform:)")
    public convenience init(CGAffineTransform transform: CGAffineTransform) { self.init(cgAffineTransform: transform) }

    /// Older spelling of `cgAffineTransformValue`.
    @available(*, deprecated, renamed: "cgAffineTransformValue")
    public var CGAffineTransformValue: CGAffineTransform { cgAffineTransformValue }
}
