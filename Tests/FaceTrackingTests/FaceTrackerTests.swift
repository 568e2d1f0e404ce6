import Foundation
import Testing

@testable import FaceTracking

/// Follows faces on made tracks.
@Suite("Following faces")
struct FaceTrackerTests {
    private func face(_ x: Double, _ y: Double, _ side: Double = 100) -> CGRect {
        CGRect(x: x, y: y, width: side, height: side)
    }

    @Test("IDs follow faces that move, change their order, appear and disappear")
    func numbers() {
        var tracker = FaceTracker(patience: 0.5)
        #expect(tracker.follow([face(0, 0), face(300, 0)], at: 0).map(\.id) == [1, 2])
        // Both faces have moved, their order is reversed, and a third one is new.
        let second = tracker.follow([face(320, 10), face(600, 0), face(15, 5)], at: 0.2)
        #expect(second.map(\.id) == [2, 3, 1])
        #expect(second.map(\.frameCount) == [2, 1, 2])
        // A face that isn't found for a short time keeps its ID, but has to be found again to count.
        #expect(tracker.follow([face(340, 20)], at: 0.4).map(\.id) == [2])
        let fourth = tracker.follow([face(30, 10), face(360, 30)], at: 0.6)
        #expect(fourth.map(\.id) == [1, 2])
        #expect(fourth.map(\.frameCount) == [1, 4])
        // After a longer time it has another.
        #expect(tracker.follow([face(380, 40)], at: 0.8).map(\.id) == [2])
        #expect(tracker.follow([face(400, 50)], at: 1.2).map(\.id) == [2])
        #expect(tracker.follow([face(60, 20), face(410, 55)], at: 1.3).map(\.id) == [4, 2])
    }

    @Test("of two faces near an expected one, the nearer one keeps its ID")
    func rivals() {
        var tracker = FaceTracker()
        _ = tracker.follow([face(0, 0)], at: 0)
        #expect(tracker.follow([face(45, 0), face(5, 0)], at: 0.1).map(\.id) == [2, 1])
    }

    @Test("the sum of distances counts, not the nearest pair")
    func sums() {
        var tracker = FaceTracker()
        _ = tracker.follow([face(0, 0), face(60, 0)], at: 0)
        // The second face is nearest to where the first one was, but then the first one would have no place.
        #expect(tracker.follow([face(-60, 0), face(5, 0)], at: 0.1).map(\.id) == [1, 2])
    }

    @Test(
        "people who cross keep their IDs, whether both are found while one hides the other or not",
        arguments: [0, 3, 6])
    func crossing(_ hidden: Int) {
        var tracker = FaceTracker()
        var ids: [Set<Int32>] = [[], []]
        for frame in 0...40 {
            // At 25 frames a second, both walk 15 pixels a frame, and meet in frame 20.
            let walkers = [face(Double(frame) * 15, 0), face(600 - Double(frame) * 15, 4)]
            let isHidden = abs(frame - 20) < hidden
            let found = isHidden ? [walkers[0]] : walkers
            let tracks = tracker.follow(found, at: Double(frame) / 25)
            for (walker, track) in zip(ids.indices, tracks) { ids[walker].insert(track.id) }
        }
        #expect(ids == [[1], [2]])
    }

    @Test("a face that moves on while nobody finds it keeps its ID")
    func missed() {
        var tracker = FaceTracker()
        for frame in 0..<30 {
            // Missed for 0.4 s, in which it moves by 1.6 widths.
            if (10..<20).contains(frame) {
                #expect(tracker.follow([], at: Double(frame) / 25).isEmpty)
            } else {
                #expect(tracker.follow([face(Double(frame) * 16, 0)], at: Double(frame) / 25).map(\.id) == [1])
            }
        }
    }

    @Test("a face at constant velocity is expected where it comes, and a change of velocity is learnt")
    func motion() {
        var motion = FaceMotion(face(0, 0), at: 0)
        for frame in 1..<10 {
            motion.observe(face(Double(frame) * 3, Double(frame) * -2), at: Double(frame) * 0.04)
            let next = motion.bounds(at: Double(frame + 1) * 0.04)
            #expect(abs(next.minX - Double(frame + 1) * 3) < 1e-9 && abs(next.minY - Double(frame + 1) * -2) < 1e-9)
        }
        // With gains of 0.8 and 0.4, a face that stops at once: the first residual is −3 pixels.
        motion.observe(face(27, -18), at: 0.4)
        let velocity = 75 - 0.4 * 3 / 0.04
        #expect(abs(motion.velocity.x - velocity) < 1e-9)
        #expect(abs(motion.centre.x - (50 + 30 - 0.8 * 3)) < 1e-9)
    }

    @Test("a face of another size isn't the same")
    func sizes() {
        var tracker = FaceTracker()
        _ = tracker.follow([face(0, 0, 100)], at: 0)
        #expect(tracker.follow([face(25, 25, 49)], at: 0.1).map(\.id) == [2])
        #expect(tracker.follow([face(5, 5, 90)], at: 0.2).map(\.id) == [1])
    }
}
