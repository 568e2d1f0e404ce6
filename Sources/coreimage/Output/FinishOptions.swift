import ArgumentParser
import CoreImage
import Foundation

/// Options for a result before it is written: its size and its metadata.
struct FinishOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Scale the result down until it fits into this many pixels as it is shown, keeping its proportions. Never enlarges it.",
            valueName: "WxH"), transform: PictureSize.read)
    var fit: PictureSize?

    @Option(
        help: ArgumentHelp(
            "Scale the result until it covers this many pixels as it is shown, and cut it to them around the middle. Enlarges where it must.",
            valueName: "WxH"), transform: PictureSize.read)
    var fill: PictureSize?

    @Flag(
        help:
            "Write no metadata but the resolution: no EXIF, IPTC, XMP, places and thumbnails. The colour profile stays, and pixels are turned upright, as the orientation goes too."
    )
    var strip = false

    func validate() throws {
        if fit != nil && fill != nil { throw ValidationError("--fit and --fill both say a size; give one of them") }
    }

    private var box: PictureBox? { fit.map(PictureBox.fit) ?? fill.map(PictureBox.fill) }

    /// Returns the image to be written, with the metadata of its source.
    ///
    /// - Parameter image: The result, with a finite extent.
    func finished(_ image: CIImage, of source: CIImage?) throws -> FinishedPicture {
        let properties = source?.properties ?? [:]
        let orientation = properties[kCGImagePropertyOrientation] as? Int ?? 1
        // Determined before scaling, which doesn't make an opaque picture transparent.
        let isOpaque = image.isOpaque
        var result = try box?.image(of: image, isTurned: (5...8).contains(orientation)) ?? image
        if strip {
            // `oriented` also exchanges the horizontal and vertical resolutions, so they are set before.
            result = result.settingProperties(source.map { KeptMetadata.of($0, aboutCapture: false) } ?? [:])
                .oriented(forExifOrientation: Int32(clamping: orientation))
        } else {
            result = result.settingProperties(properties)
        }
        return FinishedPicture(image: result, isOpaque: isOpaque)
    }
}
