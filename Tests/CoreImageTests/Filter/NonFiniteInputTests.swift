import CoreImage
import Testing

/// A filter whose inputs replace numbers that aren't finite.
private final class Placement: CIFilter {
    @CIInput(default: 3, nonFinite: 5) var length: Float
    @CIInput(default: CGPoint(x: 1, y: 2), nonFinite: CGPoint(x: 10, y: 20)) var center: CGPoint
    @CIInput(default: 4) var plain: Double
}

@Suite("Inputs with numbers that aren't finite")
struct NonFiniteInputTests {
    @Test("A filter computes with the declared number instead", arguments: [Float.nan, .infinity, -.infinity])
    func number(value: Float) {
        let filter = Placement()
        filter.length = value
        #expect(filter.length == 5)
        filter.setValue(value, forKey: "inputLength")
        #expect(filter.length == 5)
        filter.length = -7
        #expect(filter.length == -7)
    }

    @Test("Of a point, only the coordinates that aren't finite are replaced") func point() {
        let filter = Placement()
        filter.center = CGPoint(x: CGFloat.nan, y: 6)
        #expect(filter.center == CGPoint(x: 10, y: 6))
        filter.setValue(CIVector(x: 7, y: -.infinity), forKey: "inputCenter")
        #expect(filter.center == CGPoint(x: 7, y: 20))
    }

    @Test("Key-value coding returns the number that was set") func keyValue() throws {
        let filter = Placement()
        filter.length = .infinity
        #expect((filter.value(forKey: "inputLength") as? NSNumber)?.doubleValue == .infinity)
        filter.setDefaults()
        #expect(filter.length == 3)
        #expect((filter.attributes["inputLength"] as? [String: Any])?[kCIAttributeDefault] as? NSNumber == 3)
    }

    @Test("Without the declaration, the filter gets every number") func undeclared() {
        let filter = Placement()
        filter.plain = .nan
        #expect(filter.plain.isNaN)
    }
}
