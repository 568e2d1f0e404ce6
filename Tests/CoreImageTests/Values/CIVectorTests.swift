import CoreImage
import Foundation
import Testing

@Suite("CIVector")
struct CIVectorTests {
    @Test("Components come back in order, and none beyond the last")
    func components() {
        let values: [CGFloat] = [1.5, -2, 3, 4, 5, 6]
        for count in 0...6 {
            let vector = CIVector(values: values, count: count)
            #expect(vector.count == count)
            #expect((0..<count).map(vector.value(at:)) == Array(values.prefix(count)))
            #expect(vector.value(at: count) == 0)
            #expect(vector.value(at: -1) == 0)
        }
        #expect(CIVector(values: values, count: -3).count == 0)
        #expect(CIVector(x: 9).count == 1)
        #expect(CIVector(x: 9, y: 8).count == 2)
        #expect(CIVector(x: 9, y: 8, z: 7).count == 3)
        let four = CIVector(x: 9, y: 8, z: 7, w: 6)
        #expect([four.x, four.y, four.z, four.w] == [9, 8, 7, 6])
    }

    @Test("Points, rectangles and transforms")
    func geometry() {
        #expect(CIVector(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
        let rect = CGRect(x: 1, y: -2, width: 30, height: 4.5)
        #expect(CIVector(cgRect: rect).cgRectValue == rect)
        #expect(CIVector(cgRect: rect).stringRepresentation == "[1 -2 30 4.5]")
        let transform = CGAffineTransform(1, 2, 3, 4, 5, 6)
        #expect(CIVector(cgAffineTransform: transform).cgAffineTransformValue == transform)
    }

    @Test(
        "Text",
        arguments: [
            ("[1 2 3]", [1, 2, 3]), ("1 2 3", [1, 2, 3]), ("1,2,3", [1, 2, 3]), ("[ 1.5, -2e3 ]", [1.5, -2000]),
            ("[]", []), ("", []), ("  [0.25]\n", [0.25]), ("[1\t2]", [1, 2]), ("[-0 +4]", [0, 4]),
        ] as [(String, [CGFloat])])
    func text(text: String, numbers: [CGFloat]) throws {
        let vector = try CIVector(parsing: text)
        #expect((0..<vector.count).map(vector.value(at:)) == numbers)
        #expect(CIVector(string: text) == vector)
    }

    @Test("Text that is no vector", arguments: ["[a b]", "[1 2", "1;2", "[[1]]", "0x", "[1 two 3]"])
    func malformedText(text: String) {
        #expect(throws: CIError.self) { try CIVector(parsing: text) }
        #expect(CIVector(string: text).count == 0)
    }

    @Test("The message names the part that is no number")
    func malformedMessage() {
        do {
            _ = try CIVector(parsing: "[1 two 3]")
            Issue.record("the text was taken")
        } catch {
            #expect("\(error)".contains("\"two\" is not a number"))
        }
    }

    @Test("Numbers survive their text form exactly")
    func roundTrip() throws {
        let numbers: [CGFloat] = [
            0, 1, -1, 0.1, 1.0 / 3, 1e-20, 1e20, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi,
            123_456_789,
        ]
        let vector = CIVector(values: numbers, count: numbers.count)
        let back = try CIVector(parsing: vector.stringRepresentation)
        #expect((0..<back.count).map(back.value(at:)) == numbers)
    }

    @Test("Equal components make equal vectors")
    func equality() {
        #expect(CIVector(x: 1, y: 2) == CIVector(cgPoint: CGPoint(x: 1, y: 2)))
        #expect(CIVector(x: 1, y: 2).hash == CIVector(x: 1, y: 2).hash)
        #expect(CIVector(x: 1, y: 2) != CIVector(x: 1, y: 2, z: 0))
        #expect(CIVector(x: 1) != CIVector(x: 2))
        #expect(CIVector(x: 1).copy() as? CIVector == CIVector(x: 1))
    }

    @Test("Archives")
    func archive() throws {
        let vector = CIVector(x: 0.1, y: -7, z: 1e10)
        let data = try NSKeyedArchiver.archivedData(withRootObject: vector, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIVector.self, from: data) == vector)
    }
}
