import Foundation
import PictureBatches

/// The result of anonymising a picture.
package struct AnonymisedPicture: Sendable {
    /// A detected face. The bounds are in pixels, from the lower left corner of the written picture.
    package struct Face: Sendable {
        package let bounds: CGRect
        /// The rotation of the face, in degrees counter-clockwise.
        package let angle: Double
    }

    /// The way in which the processing ended.
    package enum Outcome: Sendable, Equatable {
        /// The result has been written to its file.
        case written
        /// The picture has no faces and was left out, as requested.
        case skipped
        /// Nothing was written, for this reason.
        case failed(String)
    }

    package let entry: PictureList.Entry
    /// The size of the upright picture in pixels. Zero if it can't be read.
    package var size = CGSize.zero
    package var faces: [Face] = []
    package var outcome: Outcome
}
