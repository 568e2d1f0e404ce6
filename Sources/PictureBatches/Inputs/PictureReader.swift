import CommandOutput
import CoreImage
import Foundation
import UntrustedInput

/// Reads pictures that are named on the command line.
package struct PictureReader: Sendable {
    /// The maximum number of pixels. Nil for the default of the readers of files.
    package let pixelLimit: PixelCount?
    /// Whether camera RAW files are read as the small picture inside.
    package let takesRawPreview: Bool
    /// Whether pictures are turned upright.
    private let turnsUpright: Bool
    /// Whether pictures that are only shown smaller may be decoded at a fraction of their size.
    package var decodesReduced = false

    /// The argument for standard input.
    package static let standardInput = "-"

    package init(pixelLimit: PixelCount?, takesRawPreview: Bool, turnsUpright: Bool) {
        (self.pixelLimit, self.takesRawPreview, self.turnsUpright) = (pixelLimit, takesRawPreview, turnsUpright)
    }

    /// The options for `CIImage(loading:options:)`.
    package var imageOptions: [CIImageOption: Any] {
        var options: [CIImageOption: Any] = [:]
        options[.pixelLimit] = pixelLimit?.pixels
        if takesRawPreview { options[.rawPreview] = true }
        if turnsUpright { options[.applyOrientationProperty] = true }
        if decodesReduced { options[.reducedDecoding] = true }
        return options
    }

    /// Returns the picture at a path.
    ///
    /// - Throws: `ImageFileError`.
    package func picture(_ path: String) throws -> CIImage {
        try CIImage(loading: PathText(path).fileURL(), options: imageOptions)
    }

    /// Returns an input picture. The path `-` stands for standard input.
    ///
    /// - Parameter notes: Prints a note if the file contains further pictures, which are ignored.
    package func inputPicture(_ path: String, notes: DistinctNotes) throws -> CIImage {
        let isStandard = path == Self.standardInput
        let picture =
            try isStandard ? CIImage(decoding: StandardInput.data(), options: imageOptions) : self.picture(path)
        if let count = picture.properties[kCGImagePropertyImageCount] as? Int, count > 1 {
            notes.print("\(path): the file holds \(count) pictures, of which the first is read")
        }
        return picture
    }

    /// Returns the picture at a path, always turned upright, for results that combine several pictures.
    package func uprightPicture(_ path: String) throws -> CIImage {
        try PictureReader(pixelLimit: pixelLimit, takesRawPreview: takesRawPreview, turnsUpright: true).picture(path)
    }
}
