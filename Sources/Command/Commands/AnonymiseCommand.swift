import Anonymising
import ArgumentParser
import CommandOutput
import Foundation
import ImageFiles
import PictureBatches
import UntrustedInput
import VideoEditing
import VideoFiles

/// `coreimage anonymise`: hides the faces in pictures and videos.
struct AnonymiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anonymise",
        abstract: "Hide the faces in pictures, folders of pictures, and videos.",
        usage: """
            coreimage anonymise INPUT… -o DIR [--style pixellate|blur|fill] [--margin M] [--least F] [--angles N] [--fast]
                                [--recursive] [--skip-faceless] [--format EXT] [--quality Q] [--keep-metadata]
                                [--overwrite] [--jobs N] [--memory SIZE] [--json] [--quiet]
            coreimage anonymise VIDEO… -o OUTPUT.mp4|DIR [--every N] [--hold S] [--style …] [--codec C] [--crf N] …
            """,
        discussion: """
            DETECTORS MISS FACES: in profile, turned, covered, dark, small or at the edge. Look at every result before you publish it. \
            People are also recognised by clothes, places and company, which stay, and by the names of files.

            Results have the inputs' names, in DIR; those of a folder have their paths in it. They are the right way up, as the inputs' \
            metadata say, and each appears when it is complete. Pictures without faces are written too, the same way. Of animations and \
            stacks, the first picture is written. Pixels outside of the circles around faces stay as they are, but for what lossy formats do to them.

            Metadata name people and places, and thumbnails show the faces: only the resolution and the colour profile are written. \
            --keep-metadata adds when and with what camera, lens and exposure a picture was taken; never places, owners, serial numbers, \
            texts and small copies.

            pixellate and blur show at most eight by eight colours of a face and what surrounds it. A program that knows who it may be \
            could still guess; --style fill leaves nothing to guess from.

            The report says what was found: bounds in pixels from the lower left corner of the result, and angles in degrees \
            counter-clockwise. A picture of 12 megapixels takes some 15 seconds of processor time, half of it for the upright one of the three angles. \
            --least 0.04 takes a third as long and misses faces below a twenty-fifth of the shorter side; --fast takes an eighth.

            VIDEOS are read twice. Some eight frames a second are searched, or every Nth with --every. Faces are followed from frame to frame, also \
            where people cross, and hidden between two sights wherever they are missed for up to a second, and half a second before the first \
            and after the last one, or --hold; their paths are smoothed. Sound is copied, with the voices; other pictures, subtitles, chapters and \
            notes, which can show or name people, are left out. Searching one frame takes as long as a picture of its size. \
            Videos in folders of pictures are left out, and named on standard error.

            EXAMPLES
              coreimage anonymise clip.mp4 -o public.mp4 --style fill
              coreimage anonymise group.jpg -o public
              coreimage anonymise photos -r -o public --style fill --json > report.json
              coreimage anonymise *.heic -o public --format jpg --angles 7 --margin 0.4

            EXIT CODES
              0   every picture was written, or skipped as asked
              1   refused before anything was written; the reason is on standard error
              2   some pictures could not be made anonymous and were not written; the others were
              64  wrong usage
              130 interrupted; what the report lists is complete
            """)

    @Argument(help: "Pictures, and folders of pictures; or videos.")
    var inputs: [String]

    @Option(
        name: [.short, .customLong("output")],
        help: ArgumentHelp("The folder to write to, made if it isn't there; a file for one video.", valueName: "dir"))
    var output: String

    @Option(help: "What takes a face's place: pixellate, blur or fill.")
    var style = AnonymousFaces.Style.pixellate

    @Option(
        help: ArgumentHelp(
            "How far the circle around a face reaches beyond the corners of its bounds, 0 to 1 of their width.",
            valueName: "m"))
    var margin = AnonymousFaces.standard.margin

    @Option(
        help: ArgumentHelp(
            "Least size of faces, as a fraction from 0.02 to 0.5 of the picture's shorter side.", valueName: "f"))
    var least = FaceSearch.Thoroughness().least

    @Option(help: ArgumentHelp("Angles to look for faces at, 30° apart: 1, 3, 5, 7, 9 or 11.", valueName: "n"))
    var angles = FaceSearch.Thoroughness().angles

    @Flag(help: "Look fast instead of thoroughly; more faces are missed.")
    var fast = false

    @Flag(name: .shortAndLong, help: "Look into folders inside folders too.")
    var recursive = false

    @Flag(help: "Write only pictures in which there are faces.")
    var skipFaceless = false

    @OptionGroup var format: FormatOption

    @OptionGroup var quality: QualityOption

    @Option(
        help: ArgumentHelp(
            "Most pixels that a picture may have, such as 500M or 4G; when left out, 134M, more in large files.",
            valueName: "pixels"))
    var pixelLimit: PixelCount?

    @Flag(help: "Keep when and with what camera, lens and exposure a picture was taken.")
    var keepMetadata = false

    @Flag(help: "Replace files that are there already; an input never is.")
    var overwrite = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How many pictures at a time, each of which takes up to 1 GB; when left out, as many as there are cores and twice the memory for.",
            valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Most memory for pixels, such as 512M or 2G, beside that of detectors; half of the machine's when left out.",
            valueName: "size"))
    var memory: MemorySize?

    @Option(
        help: ArgumentHelp(
            "Videos: look for faces in every Nth frame; when left out, in some eight a second.", valueName: "n"))
    var every: Int?

    @Option(
        help: ArgumentHelp(
            "Videos: seconds before the first and after the last sight of a face for which it is hidden, too.",
            valueName: "s"))
    var hold = 0.5

    @OptionGroup(title: "Encoding of videos") var encoding: VideoEncodingOptions

    @Flag(help: "Print an object with pictures, their faces, and totals.")
    var json = false

    @Flag(help: "Show no progress; without it, a terminal shows how far the work is.")
    var quiet = false

    func validate() throws {
        if inputs.contains(VideoInput.standardInput) {
            throw ValidationError("-: standard input isn't taken; name a file")
        }
        if inputs.contains("") { throw ValidationError("an input's name is empty; name a picture or a folder") }
        if output.isEmpty { throw ValidationError("-o: the name is empty; name a folder") }
        // An existing folder, or a path with a slash at the end, may have any extension.
        let folder = PathText(output)
        if !folder.isFolderPath, !FileManager.default.fileExists(atPath: folder.fileURL().path),
            ImageFileFormat(pathExtension: folder.pathExtension) != nil
        {
            throw ValidationError(
                "--output \(output): write a folder; pictures keep their names in it, and --format changes what they are"
            )
        }
        if videos.isEmpty, VideoDestination.isVideo(output), InputKinds.missing(inputs) == nil,
            !FileManager.default.fileExists(atPath: folder.fileURL().path)
        {
            throw ValidationError("--output \(output): this names a video, and no input is one; write a folder")
        }
        guard (0...1).contains(margin) else {
            throw ValidationError("--margin \(NumberText.text(margin)): write 0 to 1")
        }
        guard (0.02...0.5).contains(least) else {
            throw ValidationError("--least \(NumberText.text(least)): write 0.02 to 0.5")
        }
        guard [1, 3, 5, 7, 9, 11].contains(angles) else {
            throw ValidationError("--angles \(angles): write 1, 3, 5, 7, 9 or 11")
        }
        _ = try validating { try jobCount() }
        if let every, every < 1 { throw ValidationError("--every \(every): write 1 or more") }
        guard (0...60).contains(hold) else {
            throw ValidationError("--hold \(NumberText.text(hold)): write 0 to 60 seconds")
        }
    }

    /// The inputs that are videos.
    private var videos: [String] { inputs.filter { VideoSignature.isVideo(path: PathText($0).fileURL().path) } }

    /// Whether a file in a folder is a video, by its name or its first bytes.
    private static func isVideo(_ file: URL) -> Bool {
        VideoDestination.isVideo(file.path) || VideoSignature.isVideo(path: file.path)
    }

    func run() throws {
        try refusing {
            let videos = videos
            if VideoDestination.isVideo(output), let missing = InputKinds.missing(inputs) {
                throw Refusal("\(missing): No such file or directory; check the path and its permissions")
            }
            guard videos.isEmpty else {
                guard videos.count == inputs.count else {
                    throw Refusal(
                        "\(videos[0]): pictures and videos have different options; anonymise them one after the other")
                }
                return try anonymiseVideos()
            }
            let folder = PathText(output).fileURL(isDirectory: true)
            let list = try pictureList(folder)
            if !overwrite { try list.checkNothingIsReplaced() }
            let run = try AnonymisingRun(
                settings, jobs: min(try jobCount(), list.entries.count), memory: memory?.bytes)
            let line = quiet ? nil : ProgressLine.onTerminal()
            let pictures = InterruptFlag.whileObserving { interrupt in
                run.results(of: list.entries, isInterrupted: { interrupt.isSet }) { line?.show($0) }
            }
            line?.finish()
            try finish(
                AnonymisingReport(pictures: pictures, ignoredFiles: list.ignoredFiles), written: pictures.count,
                of: list.entries.count, leftOut: list.ignoredFiles.filter(Self.isVideo))
        }
    }

    /// Lists the pictures, and the files for their results.
    ///
    /// - Throws: `PictureListError`, or `Refusal` if there are only videos in the folders.
    private func pictureList(_ folder: URL) throws -> PictureList {
        do {
            return try PictureList(
                inputs: inputs, folder: folder, isRecursive: recursive, format: try format.imageFormat())
        } catch PictureListError.noPictures(let inputs, let isRecursive) {
            let files = try PictureInputs(inputs, isRecursive: isRecursive, excluding: folder) { _ in true }.pictures
            let videos = files.filter { $0.refusal == nil }.map(\.file).filter(Self.isVideo)
            guard let first = videos.first else {
                throw PictureListError.noPictures(inputs: inputs, isRecursive: isRecursive)
            }
            let found =
                videos.count == 1
                ? "1 video, which must be named" : "\(videos.count) videos, which must be named one by one"
            throw Refusal(
                "there are no pictures in \(inputs.joined(separator: ", ")), but \(found), as in: \(advice(on: first))")
        }
    }

    /// The command that hides the faces of a video.
    private func advice(on video: URL) -> String {
        let folder = output.hasSuffix("/") ? output : output + "/"
        return "coreimage anonymise \(ShellWords.quoted(video.path)) -o \(ShellWords.quoted(folder))"
    }

    private func anonymiseVideos() throws {
        if keepMetadata { throw ValidationError("--keep-metadata: notes of videos are always left out") }
        if skipFaceless { throw ValidationError("--skip-faceless: videos are written whether there are faces or not") }
        if quiet { CommandLog.hideNotices() }
        let list = try VideoList(inputs: inputs, output: output, format: nil, replaces: overwrite) {
            try encoding.check($0, quality: quality.fraction)
        }
        let settings = try encoding.settings(quality: quality.fraction)
        var anonymiser = VideoAnonymiser()
        (anonymiser.recipe.style, anonymiser.recipe.margin) = (style, margin)
        anonymiser.thoroughness = .init(isFast: fast, least: least, angles: angles)
        (anonymiser.every, anonymiser.hold, anonymiser.jobs) = (every, hold, try jobCount())
        let run = VideoRun(list: list, keepsFinishedPart: encoding.keepPartial, json: json, quiet: quiet)
        try run.run { [anonymiser] entry, interruption, progress in
            try anonymiser.run(
                VideoInput(entry.input), to: entry.destination, settings, interruption, progress: progress)
        }
    }

    /// Prints the report and the videos that are left out, and throws the error for incomplete work.
    private func finish(_ report: AnonymisingReport, written: Int, of count: Int, leftOut videos: [URL]) throws {
        for video in videos {
            StandardError.print(
                "coreimage: \(video.path): this is a video, and is left out; hide its faces with: "
                    + advice(on: video))
        }
        if json { try JSONText.print(report.json) } else { try StandardOutput.print(report.text) }
        try PictureRunEnd(
            failures: report.failures, finished: written, count: count, consequence: "and were not written"
        ).report()
    }

    private func jobCount() throws(UsageError) -> Int {
        try JobCount(jobs).count(memory: memory, memoryPerJob: Self.memoryPerJob)
    }

    /// Twice the observed memory of the cascades and the pictures of one job, in bytes.
    private static let memoryPerJob = 2 << 30

    private var settings: PictureAnonymiser.Settings {
        var recipe = AnonymousFaces.standard
        (recipe.style, recipe.margin) = (style, margin)
        return .init(
            recipe: recipe, thoroughness: .init(isFast: fast, least: least, angles: angles),
            quality: quality.fraction, keepsCaptureMetadata: keepMetadata,
            skipsPicturesWithoutFaces: skipFaceless, pixelLimit: pixelLimit?.pixels, replaces: overwrite)
    }
}
