import CoreImage
import TestSupport
import Testing

@testable import Anonymising
@testable import Gallery

/// Tests that faces become unrecognisable and the other pixels stay unchanged. Faces are given as rectangles, so no
/// detector is needed.
@Suite("Recipe: anonymous faces")
struct AnonymousFacesTests {
    private static let frame = CGRect(x: 0, y: 0, width: 200, height: 150)

    /// Opaque noise, in which hardly two pixels are alike.
    private static let noise: CIImage = {
        var random = SeededGenerator(seed: 1)
        let bytes = (0..<200 * 150).flatMap { _ -> [UInt8] in
            let bits = random.next()
            return [
                UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
                UInt8(truncatingIfNeeded: bits >> 16), 255,
            ]
        }
        return CIImage(
            bitmapData: Data(bytes), bytesPerRow: 800, size: frame.size, format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }()

    /// In the middle; over the lower left corner; larger than the picture; a few pixels large; one beside the other.
    private static let places: [[CGRect]] = [
        [CGRect(x: 70, y: 50, width: 50, height: 50)],
        [CGRect(x: -12, y: -9, width: 60, height: 60)],
        [CGRect(x: -40, y: -60, width: 280, height: 280)],
        [CGRect(x: 100, y: 70, width: 5, height: 5)],
        [CGRect(x: 40, y: 60, width: 40, height: 40), CGRect(x: 75, y: 40, width: 60, height: 60)],
    ]

    private func distance(_ point: CGPoint, to face: CGRect) -> CGFloat {
        hypot(point.x - face.midX, point.y - face.midY)
    }

    @Test(
        "Pixels outside the circles don't change, and all pixels stay opaque", arguments: places,
        AnonymousFaces.Style.allCases)
    func outside(faces: [CGRect], style: AnonymousFaces.Style) throws {
        let recipe = AnonymousFaces(style: style)
        let hidden = try recipe.image(of: Self.noise, faces: faces)
        #expect(hidden.extent == Self.frame)
        let (before, after) = (try PixelGrid(Self.noise), try PixelGrid(hidden))
        let untouched = before.coordinates { point in
            faces.allSatisfy { distance(point, to: $0) > recipe.radius(around: $0) + 1 }
        }
        #expect(untouched.allSatisfy { before[$0.x, $0.y] == after[$0.x, $0.y] })
        #expect(after.coordinates { _ in true }.allSatisfy { after[$0.x, $0.y].w == 255 })
    }

    @Test("The circle covers the face's bounds and the margin, whichever way the face is turned")
    func circle() {
        let face = CGRect(x: 10, y: 20, width: 60, height: 80)
        // The corners are 50 pixels away; a quarter of the longer side is 20.
        #expect(abs(AnonymousFaces(margin: 0.25).radius(around: face) - 70) < 1e-9)
        #expect(abs(AnonymousFaces(margin: 0).radius(around: face) - 50) < 1e-9)
    }

    @Test(
        "Pixellated: eight squares across a circle, each of one colour", arguments: [places[0], places[1], places[2]])
    func squares(faces: [CGRect]) throws {
        let recipe = AnonymousFaces()
        let grid = try PixelGrid(try recipe.image(of: Self.noise, faces: faces))
        let radius = recipe.radius(around: faces[0])
        let side = radius / 4
        let inside = grid.coordinates(within: radius - 1, of: CGPoint(x: faces[0].midX, y: faces[0].midY))
        let cells = Dictionary(grouping: inside) { place in
            SIMD2(
                Int(((CGFloat(place.x) + 0.5 - faces[0].midX) / side).rounded(.down)),
                Int(((CGFloat(place.y) + 0.5 - faces[0].midY) / side).rounded(.down)))
        }
        #expect(cells.count <= 64)
        for (_, places) in cells { #expect(Set(places.map { grid[$0.x, $0.y] }).count == 1) }
        // Without the effect, the noise would have many more colours than there are squares.
        #expect(Set(inside.map { grid[$0.x, $0.y] }).count <= cells.count && inside.count > 10 * cells.count)
    }

    /// Pearson's coefficient.
    private func correlation(_ a: [Double], _ b: [Double]) -> Double {
        let (meanA, meanB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
        let (varianceA, varianceB) = (
            a.reduce(0) { $0 + ($1 - meanA) * ($1 - meanA) }, b.reduce(0) { $0 + ($1 - meanB) * ($1 - meanB) }
        )
        if varianceA == 0 || varianceB == 0 { return 0 }
        return zip(a, b).reduce(0) { $0 + ($1.0 - meanA) * ($1.1 - meanB) } / (varianceA * varianceB).squareRoot()
    }

    @Test("Details of an anonymised face don't correlate with the original", arguments: AnonymousFaces.Style.allCases)
    func details(style: AnonymousFaces.Style) throws {
        let people = DrawnPeople.image(in: GalleryScene.frame)
        let recipe = AnonymousFaces(style: style)
        let (before, after) = (
            try PixelGrid(people), try PixelGrid(try recipe.image(of: people, faces: DrawnPeople.faces))
        )
        for face in DrawnPeople.faces {
            let radius = recipe.radius(around: face)
            let reach = Int(radius / 16)
            // Every third row and column tells as much, in a ninth of the time.
            let inside = before.coordinates(
                within: radius - 2 - CGFloat(reach), of: CGPoint(x: face.midX, y: face.midY)
            )
            .filter { $0.x % 3 == 0 && $0.y % 3 == 0 }
            // Details such as eyes, brows and lips: each pixel minus the mean of its surroundings, which are half as
            // wide as a square of the pixellation.
            func details(_ grid: PixelGrid) -> [Double] {
                inside.map { Double(grid[$0.x, $0.y].y) - grid.mean(around: $0, reach: reach) }
            }
            // For comparison, squares a quarter as wide, which still show the face.
            let fine = try PixelGrid(
                people.clampedToExtent().applyingFilter(
                    "CIPixellate",
                    parameters: [
                        kCIInputScaleKey: radius / 16, kCIInputCenterKey: CIVector(x: face.midX, y: face.midY),
                    ]),
                in: people.extent)
            #expect(correlation(details(before), details(fine)) > 0.4)
            #expect(abs(correlation(details(before), details(after))) < 0.25)
        }
    }

    @Test("A detection inside another face doesn't use smaller squares")
    func faceInFace() throws {
        let large = CGRect(x: 50, y: 25, width: 100, height: 100)
        let small = CGRect(x: 70, y: 80, width: 16, height: 16)
        let recipe = AnonymousFaces()
        let alone = try PixelGrid(try recipe.image(of: Self.noise, faces: [large]))
        for faces in [[large, small], [small, large]] {
            #expect(try PixelGrid(try recipe.image(of: Self.noise, faces: faces)) == alone)
        }
    }

    @Test("Filled: black, and nothing else")
    func fill() throws {
        let face = Self.places[0][0]
        let recipe = AnonymousFaces(style: .fill)
        let grid = try PixelGrid(try recipe.image(of: Self.noise, faces: [face]))
        let inside = grid.coordinates(
            within: recipe.radius(around: face) - 0.01, of: CGPoint(x: face.midX, y: face.midY))
        #expect(inside.count > 1000 && inside.allSatisfy { grid[$0.x, $0.y] == SIMD4(0, 0, 0, 255) })
    }

    @Test("Without faces the picture is unchanged")
    func nothing() throws {
        #expect(try PixelGrid(try AnonymousFaces().image(of: Self.noise, faces: [])) == PixelGrid(Self.noise))
    }

    private static let large = CGRect(x: 0, y: 0, width: 640, height: 480)

    /// The faces that a thorough search finds in the drawing of people.
    private static let foundFaces = Result {
        try FaceSearch(.init(), context: CIContext()).faces(in: DrawnPeople.image(in: large)).map(\.bounds)
    }

    /// The default style. `FaceSearchLongTests` has all.
    @Test("No detector finds the faces again", .enabled(if: FaceEngine.isThere, FaceEngine.missing))
    func notFound() throws { try expectNotFound(.pixellate) }

    func expectNotFound(_ style: AnonymousFaces.Style) throws {
        let people = DrawnPeople.image(in: Self.large)
        let search = try FaceSearch(.init(), context: CIContext())
        let faces = try Self.foundFaces.get()
        #expect(faces.count == 2)
        let hidden = try AnonymousFaces(style: style).image(of: people, faces: faces)
        #expect(try search.faces(in: hidden).isEmpty)
        #expect(try FaceSearch(.init(isFast: true, angles: 1), context: CIContext()).faces(in: hidden).isEmpty)
    }
}
