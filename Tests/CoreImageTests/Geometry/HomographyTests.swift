import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Projective maps of the plane")
struct HomographyTests {
    static let shapes = [
        Quadrilateral(
            topLeft: CGPoint(x: 118, y: 484), topRight: CGPoint(x: 646, y: 507), bottomRight: CGPoint(x: 548, y: 140),
            bottomLeft: CGPoint(x: 155, y: 153)),
        // Upside down, mirrored, and tiny compared with its coordinates.
        Quadrilateral(
            topLeft: CGPoint(x: 20, y: -3), topRight: CGPoint(x: 2, y: -1), bottomRight: CGPoint(x: 0, y: 30),
            bottomLeft: CGPoint(x: 25, y: 12)),
        Quadrilateral(
            topLeft: CGPoint(x: 9, y: 9), topRight: CGPoint(x: 1, y: 8), bottomRight: CGPoint(x: 2, y: 1),
            bottomLeft: CGPoint(x: 8, y: 0.5)),
        Quadrilateral(
            topLeft: CGPoint(x: 1e6, y: 1e6 + 3), topRight: CGPoint(x: 1e6 + 4, y: 1e6 + 4),
            bottomRight: CGPoint(x: 1e6 + 5, y: 1e6), bottomLeft: CGPoint(x: 1e6 + 1, y: 1e6 - 1)),
    ]
    let rect = CGRect(x: -3.5, y: 7, width: 640, height: 480)

    private func isClose(_ a: CGPoint, _ b: CGPoint, _ tolerance: CGFloat = 1e-7) -> Bool {
        abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
    }

    @Test("Corners map to corners, and other points as the eight linear equations require", arguments: shapes)
    func corners(shape: Quadrilateral) {
        let map = Homography(from: rect, to: shape)
        for (from, to) in zip(rect.corners, shape.corners) { #expect(isClose(map(from), to)) }
        let equations = ProjectiveMap(from: rect.corners, to: shape.corners)
        for point in [CGPoint(x: 0, y: 9), CGPoint(x: 300.5, y: 200), CGPoint(x: 636, y: 486)] {
            #expect(isClose(map(point), equations(point), 1e-5))
        }
    }

    @Test("A map and its inverse cancel, and their depths are reciprocal", arguments: shapes)
    func inverse(shape: Quadrilateral) throws {
        let map = Homography(from: rect, to: shape)
        let back = try #require(map.inverse)
        for point in [CGPoint(x: 3, y: 11), CGPoint(x: 600, y: 8), CGPoint(x: 40, y: 480)] {
            #expect(isClose(back(map(point)), point, 1e-4))
            let depths = map.homogeneous(point).z * back.homogeneous(map(point)).z
            #expect(abs(depths - 1) < 1e-6)
            let both = map.concatenating(back).homogeneous(point)
            #expect(isClose(CGPoint(x: both.x / both.z, y: both.y / both.z), point, 1e-4))
        }
    }

    @Test("Concatenated maps equal one map; affine transforms convert exactly")
    func composition() {
        let turn = CGAffineTransform(a: 0.5, b: -2, c: 1, d: 3, tx: 9, ty: -4)
        let first = Homography(from: rect, to: Self.shapes[0])
        for point in rect.corners + [CGPoint(x: 17, y: 30)] {
            #expect(isClose(Homography(turn)(point), point.applying(turn)))
            #expect(isClose(first.concatenating(Homography(turn))(point), first(point).applying(turn)))
        }
        #expect(Homography(CGAffineTransform(scaleX: 0, y: 1)).inverse == nil)
        #expect(!Homography(CGAffineTransform(scaleX: 0, y: 1)).isInvertible)
    }

    @Test("The box around a mapped rectangle holds all of it in front of the horizon, and touches it")
    func bounds() {
        // The horizon is the line x = 5; with a depth of at least ½, all beyond x = 6 counts.
        let map = Homography(x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), w: SIMD3(0.5, 0, -2.5))
        let whole = map.bounds(of: CGRect(x: 6, y: 1, width: 3, height: 2), nearest: 0.5)
        #expect(isClose(whole.origin, CGPoint(x: 4.5, y: 0.5)) && abs(whole.maxX - 12) < 1e-9)
        #expect(abs(whole.maxY - 6) < 1e-9)
        #expect(map.bounds(of: CGRect(x: 0, y: 1, width: 9, height: 2), nearest: 0.5) == whole)
        #expect(map.bounds(of: CGRect(x: 0, y: 1, width: 4, height: 2), nearest: 0.5).isNull)
        #expect(map.bounds(of: .null, nearest: 0.5).isNull)
        #expect(map.bounds(of: .infinite, nearest: 0.5).isInfinite)
    }

    @Test("Shapes that aren't convex and coordinates that aren't numbers are refused by name")
    func problems() throws {
        for shape in Self.shapes { #expect(shape.problem(filter: "CIName") == nil) }
        var dented = Self.shapes[0]
        dented.topLeft = CGPoint(x: 500, y: 200)
        var crossed = Self.shapes[0]
        (crossed.topLeft, crossed.topRight) = (crossed.topRight, crossed.topLeft)
        var flat = Self.shapes[0]
        flat.topLeft = CGPoint(x: 400.5, y: 330)
        (flat.topRight, flat.bottomLeft) = (CGPoint(x: 646, y: 507), CGPoint(x: 155, y: 153))
        for shape in [dented, crossed, flat] {
            let text = try #require(shape.problem(filter: "CIName")).description
            #expect(Quadrilateral.keys.allSatisfy(text.contains) && text.contains("convex"), "\(text)")
        }
        var endless = Self.shapes[0]
        endless.bottomRight.y = .infinity
        #expect(try #require(endless.problem(filter: "CIName")).description.contains("inputBottomRight"))
        endless.bottomRight.y = .nan
        #expect(endless.problem(filter: "CIName") != nil)
    }
}
