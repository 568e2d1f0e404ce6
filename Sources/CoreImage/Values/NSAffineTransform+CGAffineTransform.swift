import Foundation
import Pixels

extension NSAffineTransform {
    /// The same map as `transform`.
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        self.init(
            transform: AffineTransform(
                m11: transform.a, m12: transform.b, m21: transform.c, m22: transform.d, tX: transform.tx, tY: transform.ty))
    }

    /// The same map with Core Graphics' type.
    public var cgAffineTransform: CGAffineTransform {
        let t = transformStruct
        return CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.tX, ty: t.tY)
    }
}

extension CGAffineTransform {
    /// The same map as Foundation's `transform`.
    public init(_ transform: AffineTransform) {
        self.init(
            a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: transform.tX, ty: transform.tY)
    }
}
