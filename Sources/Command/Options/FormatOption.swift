import ArgumentParser
import ImageFiles

/// The option `--format` of commands that write pictures.
struct FormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Format of all results, as an extension: jpg, png, webp …; the inputs' when left out.", valueName: "ext"))
    var format: String?

    func validate() throws { _ = try imageFormat() }

    /// Returns the format, or nil without the option.
    ///
    /// - Throws: `ValidationError` for a format that can't be written.
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
