import Foundation
import TestSupport
import Testing

@testable import FaceTracking

/// Compares paths of faces with the motion that they are made of.
@Suite("Paths of faces")
struct FacePathTests {
    private func face(_ time: Double) -> CGRect {
        CGRect(x: 100 + 60 * time, y: 200 - 30 * time, width: 80 + 10 * time, height: 90 + 10 * time)
    }

    private func path(_ times: [Double], margin: Double = 0.5) -> FacePath {
        FacePath(id: 1, sights: times.map { .init(time: $0, bounds: face($0)) }, margin: margin)
    }

    private func isNear(_ one: CGRect, _ other: CGRect) -> Bool {
        abs(one.minX - other.minX) < 1e-6 && abs(one.minY - other.minY) < 1e-6
            && abs(one.width - other.width) < 1e-6 && abs(one.height - other.height) < 1e-6
    }

    /// Whether a rectangle covers another one, up to rounding.
    private func covers(_ one: CGRect, _ other: CGRect) -> Bool {
        one.minX <= other.minX + 1e-6 && one.minY <= other.minY + 1e-6 && one.maxX >= other.maxX - 1e-6
            && one.maxY >= other.maxY - 1e-6
    }

    @Test("a face that moves steadily is where it is, also where it wasn't found")
    func steady() throws {
        // Found at irregular times, and not at all for more than a second.
        let path = path([0, 0.04, 0.12, 0.2, 0.24, 0.4, 1.8, 1.84, 1.9, 2.0])
        for step in 0...100 {
            let time = Double(step) * 0.02
            #expect(isNear(try #require(path.bounds(at: time)), face(time)), "\(time)")
        }
    }

    @Test("a face is there for a while before it was found first and after it was found last")
    func margins() throws {
        let path = path([1, 1.1, 1.2])
        #expect(path.bounds(at: 0.49) == nil && path.bounds(at: 1.71) == nil)
        // It covers the place where it was found, and the one to which it would have moved.
        for (time, end) in [(0.7, 1.0), (1.5, 1.2)] {
            let bounds = try #require(path.bounds(at: time))
            let moved = face(end).offsetBy(dx: face(time).midX - face(end).midX, dy: face(time).midY - face(end).midY)
            #expect(covers(bounds, face(end)))
            #expect(covers(bounds, moved))
        }
    }

    @Test("one sight is a path")
    func single() throws {
        let path = path([1])
        #expect(path.bounds(at: 1) == face(1))
        #expect(path.bounds(at: 0.6) == face(1))
        #expect(path.bounds(at: 1.4) == face(1))
        #expect(path.bounds(at: 1.6) == nil)
    }

    @Test("a path over trembling sights is steadier than they are, and covers them")
    func trembling() throws {
        var random = SeededGenerator(seed: 3)
        let sights = (0..<50).map { index in
            let time = Double(index) * 0.04
            let tremble = { CGFloat(random.below(101) - 50) / 10 }
            return FacePath.Sight(time: time, bounds: face(time).offsetBy(dx: tremble(), dy: tremble()))
        }
        let path = FacePath(id: 1, sights: sights, margin: 0)
        func roughness(_ bounds: [CGRect]) -> CGFloat {
            var sum: CGFloat = 0
            for index in 1..<bounds.count - 1 {
                let middle = bounds[index].midX
                sum += abs(bounds[index - 1].midX + bounds[index + 1].midX - 2 * middle)
            }
            return sum
        }
        let smooth = try sights.map { try #require(path.bounds(at: $0.time)) }
        #expect(roughness(smooth) < 0.2 * roughness(sights.map(\.bounds)))
        for (bounds, sight) in zip(smooth, sights) {
            #expect(covers(bounds, sight.bounds))
        }
    }
}
