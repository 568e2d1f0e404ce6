import Foundation
import Pixels

extension NSAffineTransform {
    /// Creates an equal transform from a `CGAffineTransform`.
    public convenience init(_ transform: CGAffineTransform) {
        self.init(
            transform: AffineTransform(
                m11: transform.a, m12: transform.b, m21: transform.c, m22: transform.d, tX: transform.tx,
                tY: transform.ty))
    }
}

extension CGAffineTransform {
    /// Creates an equal transform from Foundation's `AffineTransform`.
    public init(_ transform: AffineTransform) {
        self.init(
            a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: transform.tX, ty: transform.tY)
    }

    /// Creates an equal transform from Foundation's `NSAffineTransform`.
    public init(_ transform: NSAffineTransform) {
        let t = transform.transformStruct
        self.init(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.tX, ty: t.tY)
    }
}
