import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Detectors: following faces")
struct FaceTrackerTests {
    private func face(_ x: Int, _ y: Int, _ side: Int = 100) -> CGRect {
        CGRect(x: x, y: y, width: side, height: side)
    }

    @Test("Tracking IDs follow faces that move, change their order, appear and disappear")
    func numbers() {
        var tracker = FaceTracker()
        #expect(tracker.follow([face(0, 0), face(300, 0)]).map(\.id) == [1, 2])
        // Both faces have moved, their order is reversed, and a third one is new.
        let second = tracker.follow([face(320, 10), face(600, 0), face(15, 5)])
        #expect(second.map(\.id) == [2, 3, 1])
        #expect(second.map(\.frameCount) == [2, 1, 2])
        // A face that disappears gets a new ID when it is back.
        #expect(tracker.follow([face(330, 10)]).map(\.id) == [2])
        let last = tracker.follow([face(15, 5), face(330, 10)])
        #expect(last.map(\.id) == [4, 2])
        #expect(last.map(\.frameCount) == [1, 4])
    }

    @Test("Of two faces over a previous one, the one that overlaps it more keeps its tracking ID")
    func rivals() {
        var tracker = FaceTracker()
        _ = tracker.follow([face(0, 0)])
        #expect(tracker.follow([face(45, 0), face(5, 0)]).map(\.id) == [2, 1])
    }
}
