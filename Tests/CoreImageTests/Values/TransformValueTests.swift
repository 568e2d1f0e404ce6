import CoreImage
import Foundation
import Testing

@Suite("Transforms in Foundation's containers")
struct TransformValueTests {
    private let transform = CGAffineTransform(1.5, -2, 3, 4, 5, -6)

    @Test("NSValue")
    func value() {
        #expect(NSValue(cgAffineTransform: transform).cgAffineTransformValue == transform)
        #expect(NSNumber(value: 3).cgAffineTransformValue == .identity)
        #expect(NSValue(point: CGPoint(x: 1, y: 2)).cgAffineTransformValue == .identity)
    }

    @Test("NSAffineTransform maps points as CGAffineTransform does")
    func affineTransform() {
        let point = CGPoint(x: 7, y: 11)
        #expect(NSAffineTransform(transform).transform(point) == point.applying(transform))
        #expect(CGAffineTransform(NSAffineTransform(transform)) == transform)
        #expect(CGAffineTransform(NSAffineTransform(transform).transformStruct.asAffineTransform) == transform)
    }
}

extension NSAffineTransformStruct {
    fileprivate var asAffineTransform: AffineTransform {
        AffineTransform(m11: m11, m12: m12, m21: m21, m22: m22, tX: tX, tY: tY)
    }
}
