import CoreImage
import Foundation
import Testing

@testable import Anonymising

/// Searches for faces that take seconds.
@Suite("Search for faces, at length", .enabled(if: FaceEngine.isThere, FaceEngine.missing))
struct FaceSearchLongTests {
    @Test("A thorough search finds every face that a fast one finds")
    func thoroughFindsMore() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/scene.jpg").standardized
        let scene = try CIImage(loading: file)
        let fast = try FaceSearch(.init(isFast: true), context: CIContext()).faces(in: scene).map(\.bounds)
        let thorough = try FaceSearch(.init(), context: CIContext()).faces(in: scene).map(\.bounds)
        // The scene shows two people.
        #expect(fast.count == 2 && thorough.count == 2)
        for face in fast {
            #expect(
                thorough.contains { hypot($0.midX - face.midX, $0.midY - face.midY) < 0.2 * face.width }, "\(thorough)")
        }
    }

    @Test("No detector finds faces again that were hidden in any style", arguments: AnonymousFaces.Style.allCases)
    func hidden(style: AnonymousFaces.Style) throws { try AnonymousFacesTests().expectNotFound(style) }
}
