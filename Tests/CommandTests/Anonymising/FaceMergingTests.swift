import Foundation
import Testing

@testable import Anonymising

@Suite("Search for faces: merging")
struct FaceMergingTests {
    private func merged(_ faces: [CGRect], _ others: [CGRect]) -> [CGRect] {
        FaceSearch.merging(faces, with: others) { $0 }
    }

    private func square(_ middle: CGFloat, _ side: CGFloat) -> CGRect {
        CGRect(x: middle - side / 2, y: 200 - side / 2, width: side, height: side)
    }

    @Test("A face that only one search finds is kept")
    func union() {
        #expect(merged([square(100, 80)], [square(500, 60)]) == [square(100, 80), square(500, 60)])
        #expect(merged([], [square(500, 60)]) == [square(500, 60)])
        #expect(merged([square(100, 80)], []) == [square(100, 80)])
    }

    @Test("A face that both find counts once, with the bounds of the first search, whichever is larger")
    func duplicates() {
        #expect(merged([square(120, 80)], [square(122, 100)]) == [square(120, 80)])
        #expect(merged([square(120, 100)], [square(122, 80)]) == [square(120, 100)])
        // Half the larger side, 50, separates one face from two.
        #expect(merged([square(100, 80)], [square(149, 100)]).count == 1)
        #expect(merged([square(100, 80)], [square(151, 100)]).count == 2)
    }

    @Test("A face in front of a larger one, such as a child's, is another face")
    func nested() {
        #expect(merged([square(100, 200)], [square(210, 40)]).count == 2)
    }
}
