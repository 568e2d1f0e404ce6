import ArgumentParser
import PictureBatches

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

    /// A reader with these options.
    var reader: PictureReader {
        PictureReader(pixelLimit: pixelLimit, takesRawPreview: takesRawPreview, turnsUpright: upright)
    }
}
