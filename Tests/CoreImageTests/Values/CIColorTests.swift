import CoreImage
import Foundation
import Pixels
import TestSupport
import Testing

@Suite("CIColor")
struct CIColorTests {
    @Test("Components")
    func components() throws {
        let color = CIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
        #expect(color.numberOfComponents == 4)
        #expect((0..<4).map { color.components[$0] } == [0.1, 0.2, 0.3, 0.4])
        #expect([color.red, color.green, color.blue, color.alpha] == [0.1, 0.2, 0.3, 0.4])
        #expect(CIColor(red: 1, green: 0, blue: 0).alpha == 1)
        #expect(color.colorSpace.name == CGColorSpace.sRGB)
        let wide = try #require(
            CIColor(red: 1, green: 2, blue: 3, colorSpace: try namedColorSpace(CGColorSpace.displayP3)))
        #expect(wide.colorSpace.name == CGColorSpace.displayP3)
        #expect(wide.blue == 3)
    }

    @Test("A gray space is refused")
    func graySpace() throws {
        let gray = try namedColorSpace(CGColorSpace.linearGray)
        #expect(CIColor(red: 1, green: 1, blue: 1, colorSpace: gray) == nil)
        #expect(throws: CIError.self) { try CIColor(checkingRed: 1, green: 1, blue: 1, colorSpace: gray) }
    }

    @Test(
        "Text",
        arguments: [
            ("0.5 0.7 0.3 1.0", [0.5, 0.7, 0.3, 1]), ("0.5 0.7 0.3", [0.5, 0.7, 0.3, 1]),
            ("1,0,0,0.5", [1, 0, 0, 0.5]),
            (" -1 2 0 0 ", [-1, 2, 0, 0]),
        ] as [(String, [CGFloat])])
    func text(text: String, parts: [CGFloat]) throws {
        let color = try CIColor(parsing: text)
        #expect([color.red, color.green, color.blue, color.alpha] == parts)
        #expect(try CIColor(parsing: color.stringRepresentation) == color)
        #expect(CIColor(string: text) == color)
    }

    @Test("Text that is no colour", arguments: ["", "1", "1 2", "1 2 3 4 5", "red", "1 0 x"])
    func malformedText(text: String) {
        #expect(throws: CIError.self) { try CIColor(parsing: text) }
        #expect(CIColor(string: text).alpha == 0)
    }

    @Test("Named colours")
    func named() {
        let expected: [(CIColor, [CGFloat])] = [
            (.black, [0, 0, 0, 1]), (.white, [1, 1, 1, 1]), (.gray, [0.5, 0.5, 0.5, 1]), (.red, [1, 0, 0, 1]),
            (.green, [0, 1, 0, 1]), (.blue, [0, 0, 1, 1]), (.cyan, [0, 1, 1, 1]), (.magenta, [1, 0, 1, 1]),
            (.yellow, [1, 1, 0, 1]), (.clear, [0, 0, 0, 0]),
        ]
        for (color, parts) in expected { #expect((0..<4).map { color.components[$0] } == parts) }
    }

    @Test("Core Graphics colours keep an RGB space; gray is converted to sRGB")
    func coreGraphics() throws {
        let p3 = try #require(
            CGColor(colorSpace: try namedColorSpace(CGColorSpace.displayP3), components: [0.2, 0.4, 0.6, 0.8]))
        let kept = CIColor(cgColor: p3)
        #expect(kept.colorSpace.name == CGColorSpace.displayP3)
        #expect((0..<4).map { kept.components[$0] } == [0.2, 0.4, 0.6, 0.8])
        let gray = CIColor(cgColor: CGColor(gray: 0.5, alpha: 0.25))
        let expected = SRGBFormula.encoded(pow(0.5, 2.2))
        #expect(
            abs(gray.red - expected) < 1e-3 && abs(gray.green - expected) < 1e-3 && abs(gray.blue - expected) < 1e-3)
        #expect(gray.alpha == 0.25)
    }

    @Test("Equality and archives")
    func archive() throws {
        let color = try #require(
            CIColor(
                red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4, colorSpace: try namedColorSpace(CGColorSpace.displayP3)))
        let data = try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIColor.self, from: data) == color)
        #expect(color != CIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4))
    }

    @Test("A space without a name is archived as its profile")
    func profileArchive() throws {
        // Linear values with primaries that no named space has.
        let primaries = Primaries(
            red: SIMD2(0.7, 0.29), green: SIMD2(0.2, 0.75), blue: SIMD2(0.14, 0.05), white: SIMD2(0.3127, 0.329))
        let described = try #require(CGColorSpace(linearRGB: primaries))
        let profile = try #require(described.copyICCData())
        let space = try #require(CGColorSpace(iccData: profile))
        #expect(space.name == nil)
        let color = try #require(CIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4, colorSpace: space))
        let data = try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)
        let decoded = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIColor.self, from: data))
        #expect(decoded == color && decoded.colorSpace.name == nil)
        #expect(decoded.colorSpace.hasSameColors(as: space))
    }
}
