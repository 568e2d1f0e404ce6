import ArgumentParser
import Foundation

/// How time passes over the frames of a transition.
struct TransitionCourse: Equatable {
    /// `--timing`: how fast the transition goes.
    enum Timing: String, ExpressibleByArgument, CaseIterable {
        /// Evenly.
        case linear
        /// Slowly at both ends: ½ (1 − cos πt).
        case ease

        /// The transition's time for a part of the way.
        func time(_ part: Double) -> Double {
            switch self {
            case .linear: part
            case .ease: 0.5 * (1 - cos(part * .pi))
            }
        }
    }

    /// `--loop`: what follows the last frame.
    enum Loop: String, ExpressibleByArgument, CaseIterable {
        /// Nothing.
        case none
        /// The first frame.
        case again
        /// The way back, which is a transition with both pictures exchanged.
        case back
    }

    /// What a frame shows.
    struct Frame: Equatable {
        /// Whether the pictures are exchanged.
        var isBack: Bool
        /// The transition's time, 0 to 1.
        var time: Double
    }

    var frameCount: Int
    var timing = Timing.linear
    var loop = Loop.none

    /// The frames in order. From one picture to the other, the first and the last frame are the pictures themselves; there and back, a second round begins where the first ends.
    var frames: [Frame] {
        (0..<frameCount).map { index in
            guard loop == .back else {
                return Frame(isBack: false, time: timing.time(Double(index) / Double(max(frameCount - 1, 1))))
            }
            let place = 2 * Double(index) / Double(frameCount)
            return Frame(isBack: place >= 1, time: timing.time(place.truncatingRemainder(dividingBy: 1)))
        }
    }
}
