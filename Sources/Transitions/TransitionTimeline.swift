import Foundation

/// Maps the frames of a transition to times.
package struct TransitionTimeline: Equatable {
    /// The value of `--timing`: the speed of the transition.
    package enum Timing: String, CaseIterable, Sendable {
        /// At constant speed.
        case linear
        /// Slower at both ends: ½ (1 − cos πt).
        case ease

        /// Returns the transition's time for an elapsed fraction, both 0 to 1.
        package func time(_ part: Double) -> Double {
            switch self {
            case .linear: part
            case .ease: 0.5 * (1 - cos(part * .pi))
            }
        }
    }

    /// The value of `--loop`: the continuation after the last frame.
    package enum Loop: String, CaseIterable, Sendable {
        /// The animation stops.
        case none
        /// The animation starts again.
        case again
        /// The transition back to the first picture follows, with both pictures exchanged.
        case back
    }

    /// The contents of a frame.
    package struct Frame: Equatable {
        /// Whether the two pictures are exchanged.
        let isBack: Bool
        /// The transition's time, 0 to 1.
        let time: Double
    }

    private let frameCount: Int
    private let timing: Timing
    private let loop: Loop

    package init(frameCount: Int, timing: Timing = .linear, loop: Loop = .none) {
        (self.frameCount, self.timing, self.loop) = (frameCount, timing, loop)
    }

    /// The frames in order. Without `back`, the first and the last frame are the two pictures. With `back`, the frames
    /// form a cycle that can be repeated without a duplicate frame.
    package var frames: [Frame] {
        (0..<frameCount).map { index in
            guard loop == .back else {
                return Frame(isBack: false, time: timing.time(Double(index) / Double(max(frameCount - 1, 1))))
            }
            let place = 2 * Double(index) / Double(frameCount)
            return Frame(isBack: place >= 1, time: timing.time(place.truncatingRemainder(dividingBy: 1)))
        }
    }
}
