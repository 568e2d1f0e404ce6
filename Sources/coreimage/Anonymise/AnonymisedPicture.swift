import CoreImage
import Foundation

/// What became of a picture.
struct AnonymisedPicture: Sendable {
    /// A face that was found, in pixels from the lower left corner of the picture that was written.
    struct Face: Sendable {
        let bounds: CGRect
        /// Degrees counter-clockwise by which it is turned.
        let angle: Double
    }

    /// How it ended.
    enum Outcome: Sendable, Equatable {
        /// The result is in its file.
        case written
        /// There are no faces, and such pictures aren't wanted.
        case skipped
        /// Nothing was written, for this reason.
        case failed(String)
    }

    let entry: PictureList.Entry
    /// The upright picture's size in pixels; zero when it can't be read.
    var size = CGSize.zero
    var faces: [Face] = []
    var outcome: Outcome
}
