import ArgumentParser
import PictureBatches

/// Options of commands that process one or more pictures.
struct PictureRunOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Look into folders inside folders too.")
    var recursive = false

    @OptionGroup var format: FormatOption

    @Flag(help: "Replace files that are there already, where the output is a folder or a pattern; an input never is.")
    var overwrite = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How many pictures at a time; when left out, as many as there are cores and memory for.", valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Threads that compute each picture, beside those that decode and encode it; when left out, as many as there are cores. Results are the same.",
            valueName: "n"))
    var threads: Int?

    func validate() throws {
        _ = try validating { try JobCount(jobs) }
        if let threads, !(1...1024).contains(threads) {
            throw ValidationError("--threads \(threads): write 1 to 1024")
        }
    }

    /// Returns settings with these options.
    func settings(_ pictures: PictureOptions, _ finish: FinishOptions) throws -> PictureProcessing.Settings {
        var settings = PictureProcessing.Settings(
            reader: pictures.reader, finish: finish.finish, jobs: try JobCount(jobs))
        settings.threads = threads
        settings.isRecursive = recursive
        settings.format = try format.imageFormat()
        settings.replaces = overwrite
        return settings
    }
}
