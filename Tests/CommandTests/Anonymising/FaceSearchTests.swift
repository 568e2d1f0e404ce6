import CoreImage
import Testing

@testable import Anonymising
@testable import Gallery

@Suite("Search for faces", .enabled(if: FaceEngine.isThere, FaceEngine.missing))
struct FaceSearchTests {
    @Test(
        "The drawn people's faces are found where they are, and nothing else",
        arguments: [true, false], [CGSize(width: 320, height: 240), CGSize(width: 1000, height: 800)])
    func drawnPeople(isFast: Bool, size: CGSize) throws {
        let people = DrawnPeople.image(in: CGRect(origin: .zero, size: size))
        let scale = size.height / DrawnPeople.size.height
        let found = try FaceSearch(.init(isFast: isFast, least: 0.1), context: CIContext()).faces(in: people).map(
            \.bounds)
        #expect(found.count == DrawnPeople.faces.count)
        for (bounds, drawn) in zip(found, DrawnPeople.faces) {
            #expect(
                hypot(bounds.midX - drawn.midX * scale, bounds.midY - drawn.midY * scale) < 0.15 * drawn.height * scale)
            #expect((0.7...1.1).contains(bounds.height / (drawn.height * scale)))
        }
    }

    @Test(
        "A face of which the picture's edge cuts off a fifth is found, and one beside it",
        arguments: [
            CGRect(x: 79, y: 0, width: 241, height: 240), CGRect(x: 0, y: 0, width: 244, height: 240),
            CGRect(x: 0, y: 88, width: 320, height: 152),
        ])
    func edges(part: CGRect) throws {
        let found = try FaceSearch(.init(), context: CIContext())
            .faces(in: DrawnPeople.image(in: GalleryScene.frame).cropped(to: part)).map(\.bounds)
        for drawn in DrawnPeople.faces {
            #expect(
                found.contains { hypot($0.midX - drawn.midX, $0.midY - drawn.midY) < 0.2 * drawn.height }, "\(found)")
        }
    }

    @Test("No faces in the landscape")
    func nothing() throws {
        let landscape = Landscape.day.image(in: GalleryScene.frame)
        #expect(try FaceSearch(.init(least: 0.15, angles: 1), context: CIContext()).faces(in: landscape).isEmpty)
    }
}
