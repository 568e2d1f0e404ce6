import ArgumentParser
import ImageFiles

/// `--format` of commands that write pictures.
struct FormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Format of all results, as an extension: jpg, png, webp …; the inputs' when left out.", valueName: "ext"))
    var format: String?

    func validate() throws { _ = try imageFormat() }

    /// The format; nil where nothing was said.
    ///
    /// - Throws: `ValidationError` for one that can't be written here.
    func imageFormat() throws -> ImageFileFormat? {
        guard let format else { return nil }
        let ending = format.hasPrefix(".") ? String(format.dropFirst()) : format
        guard let known = ImageFileFormat(pathExtension: ending), known.isWritable else {
            let endings = ImageFileFormat.writable.map { $0.extensions[0] }
            throw ValidationError("--format \(format): write one of \(endings.joined(separator: ", "))")
        }
        return known
    }
}
