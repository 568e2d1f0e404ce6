import ArgumentParser
import PictureBatches

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

    /// The options' meaning.
    var finish: PictureFinish {
        PictureFinish(box: fit.map(PictureBox.fit) ?? fill.map(PictureBox.fill), strips: strip)
    }
}
