import CoreImage
import Foundation

/// The result of anonymising a picture.
struct AnonymisedPicture: Sendable {
    /// A detected face. The bounds are in pixels, from the lower left corner of the written picture.
    struct Face: Sendable {
        let bounds: CGRect
        /// The rotation of the face, in degrees counter-clockwise.
        let angle: Double
    }

    /// The way in which the processing ended.
    enum Outcome: Sendable, Equatable {
        /// The result has been written to its file.
        case written
        /// The picture has no faces and was left out, as requested.
        case skipped
        /// Nothing was written, for this reason.
        case failed(String)
    }

    let entry: PictureList.Entry
    /// The size of the upright picture in pixels. Zero if it can't be read.
    var size = CGSize.zero
    var faces: [Face] = []
    var outcome: Outcome
}
