import ArgumentParser
import CoreImage
import Foundation
import UntrustedInput

/// Options of commands that read pictures.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Most pixels that a picture may have, such as 500M or 4G (megapixels, gigapixels). When left out, 134M, more in large files. Raise it for files that you trust.",
            valueName: "pixels"))
    var pixelLimit: PixelCount?

    @Flag(
        name: .customLong("preview"),
        help: "Open camera RAW as the small picture inside; it is refused otherwise, as it isn't supported yet.")
    var takesRawPreview = false

    @Flag(
        help:
            "Turn pictures upright, as their metadata say. Without it, pixels stay as they are stored, and files that can't say which way up they are get upright pixels."
    )
    var upright = false

    /// The options for `CIImage(loading:options:)`.
    var imageOptions: [CIImageOption: Any] {
        var options: [CIImageOption: Any] = [:]
        options[.pixelLimit] = pixelLimit?.pixels
        if takesRawPreview { options[.rawPreview] = true }
        if upright { options[.applyOrientationProperty] = true }
        return options
    }

    /// Returns the picture at a path.
    ///
    /// - Throws: `ImageFileError`.
    func picture(_ path: String) throws -> CIImage {
        try CIImage(loading: PathText(path).fileURL(), options: imageOptions)
    }

    /// Returns an input picture. The path `-` stands for standard input.
    ///
    /// - Parameter notes: Prints a note if the file contains further pictures, which are ignored.
    func inputPicture(_ path: String, notes: DistinctNotes) throws -> CIImage {
        let isStandard = path == ResultDestination.standard
        let picture =
            try isStandard ? CIImage(decoding: StandardInput.data(), options: imageOptions) : self.picture(path)
        if let count = picture.properties[kCGImagePropertyImageCount] as? Int, count > 1 {
            notes.print("\(path): the file holds \(count) pictures, of which the first is read")
        }
        return picture
    }

    /// Returns the picture at a path, always turned upright, for results that combine several pictures.
    func uprightPicture(_ path: String) throws -> CIImage {
        var options = self
        options.upright = true
        return try options.picture(path)
    }
}
