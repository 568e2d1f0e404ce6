import ArgumentParser
import CommandOutput
import Foundation
import ImageFiles
import PictureBatches
import PictureInformation
import UntrustedInput
import VideoEditing
import VideoFiles

/// `coreimage info`: describes pictures and the features in them, and videos.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract:
            "Describe pictures: size, format, colours, metadata; their histograms, and faces, codes, rectangles and text in them. Describe videos: streams, duration, colours, rotation, chapters.",
        discussion: """
            Coordinates are pixels from the lower left corner of the picture as it is stored. Faces, rectangles and text are looked for with \
            the picture upright as its metadata say.

            Several pictures, and those in folders, are described one after the other; --json prints a line for each, with file and error for \
            one that can't be read. INPUT - is standard input, at most 1 GiB.

            Of a VIDEO, the container, its notes, chapters and streams are described, as the file states them; frames aren't decoded, so --histogram \
            and --faces, --codes, --rectangles and --text are for pictures.

            EXAMPLES
              coreimage info in.jpg
              coreimage info clip.mp4
              coreimage info photos --recursive --json > photos.jsonl
              coreimage info in.jpg --histogram
              coreimage info ticket.png --codes --json
              coreimage info group.jpg --faces --angles 3 --least 0.05

            EXIT CODES
              0  done
              1  the one picture could not be described; the reason is on standard error
              2  some of several files could not; the others were described
              64 wrong usage
            """)

    @Argument(
        help: ArgumentHelp(
            "The picture or video, or several, and folders of pictures and videos; - for standard input.",
            valueName: "input"))
    var inputs: [String]

    @Flag(name: .shortAndLong, help: "Look into folders inside folders too.")
    var recursive = false

    @Flag(help: "Count how light pixels are in red, green and blue.")
    var histogram = false

    @Flag(help: "Look for faces.")
    var faces = false

    @Flag(help: "Look for QR codes, and read them.")
    var codes = false

    @Flag(help: "Look for rectangles.")
    var rectangles = false

    @Flag(help: "Look for lines of text.")
    var text = false

    @Flag(help: "Look fast instead of thoroughly.")
    var fast = false

    @Option(
        help: ArgumentHelp(
            "Least size of faces, codes, rectangles and characters, as a fraction from 0 to 1 of the picture's shorter side.",
            valueName: "fraction"))
    var least: Double?

    @Option(help: ArgumentHelp("Angles to look for faces at, 30° apart: 1, 3, 5, 7, 9 or 11.", valueName: "n"))
    var angles = 1

    @OptionGroup var pictures: PictureOptions

    @Flag(help: "Print an object; with several pictures, one on each line.")
    var json = false

    func validate() throws {
        if inputs.contains("") { throw ValidationError("an input's name is empty; name a picture or a folder") }
        if inputs.count > 1, inputs.contains(PictureReader.standardInput) {
            throw ValidationError("-: standard input goes alone; describe it by itself")
        }
        if let least, !(faces ? 0.01...0.5 : 0...1).contains(least) {
            throw ValidationError("--least \(NumberText.text(least)): write 0 to 1, with --faces 0.01 to 0.5")
        }
        guard [1, 3, 5, 7, 9, 11].contains(angles) else {
            throw ValidationError("--angles \(angles): write 1, 3, 5, 7, 9 or 11")
        }
    }

    func run() throws {
        try refusing {
            if ResultDestination.isList(inputs) { return try describeAll() }
            let (text, object) = try description(of: inputs[0])
            if json { try JSONText.print(object) } else { try StandardOutput.print(text) }
        }
    }

    /// Describes all pictures. An error in one doesn't stop the others.
    private func describeAll() throws {
        let list = try PictureInputs(inputs, isRecursive: recursive) { path in
            ImageFileFormat(pathExtension: PathText(path).pathExtension) != nil
                || VideoDestination.isVideo(path)
        }
        var failures: [String] = []
        for (index, picture) in list.pictures.enumerated() {
            let (text, object): (String, [String: Any])
            do {
                if let refusal = picture.refusal { throw Refusal(refusal) }
                (text, object) = try description(of: picture.file.path)
            } catch {
                let reason = PictureFailure.text(StandardError.text(of: error), of: picture.file.path)
                failures.append(reason)
                if json { try JSONText.printLine(["file": picture.file.path, "error": reason]) }
                continue
            }
            if json {
                try JSONText.printLine(object)
            } else {
                try StandardOutput.print((index > 0 ? "\n" : "") + text)
            }
        }
        guard !failures.isEmpty else { return }
        for failure in failures { StandardError.print("coreimage: \(failure)") }
        let count = list.pictures.count
        // The failure of a single file has been printed.
        if count > 1 { StandardError.print("coreimage: \(failures.count) of \(count) files failed") }
        throw PictureRunFailure.failedPictures
    }

    /// Describes a picture or a video, which are told apart by their first bytes.
    private func description(of input: String) throws -> (text: String, json: [String: Any]) {
        let isStandardInput = input == PictureReader.standardInput
        let path = PathText(input).fileURL()
        if isStandardInput ? VideoInput.standardInputIsVideo : VideoSignature.isVideo(path: path.path) {
            if histogram || faces || codes || rectangles || text {
                throw Refusal(
                    "\(input): this is a video; --histogram, --faces, --codes, --rectangles and --text are for pictures, "
                        + "such as a frame of it: ffmpeg -ss 3 -i \(ShellWords.quoted(input)) -frames:v 1 frame.png")
            }
            let report = try VideoReport(of: input)
            return (report.text, report.json)
        }
        let report = try report(
            on: isStandardInput
                ? PictureProperties(of: StandardInput.data(), reader: pictures.reader)
                : properties(of: path))
        return (report.text, report.json)
    }

    private func properties(of file: URL) throws -> PictureProperties {
        do {
            return try PictureProperties(of: file, reader: pictures.reader)
        } catch let error as ImageFileError {
            guard case .notAnImage = error else { throw error }
            if VideoSignature.start(ofFile: file.path)?.isEmpty == true {
                throw Refusal("\(file.path): the file is empty; get a complete copy of it")
            }
            let formats = ImageFileFormat.allCases.map(\.displayName).joined(separator: ", ")
            throw Refusal(
                "\(file.path) is neither a video nor a picture in a format that can be read (\(formats)). "
                    + "Convert it to one of these, or a video to MP4 or MKV.")
        }
    }

    private func report(on picture: PictureProperties) throws -> PictureReport {
        let wanted: [(FeatureKind, Bool)] = [
            (.faces, faces), (.codes, codes), (.rectangles, rectangles), (.text, text),
        ]
        return try PictureReport(
            of: picture, countsPixels: histogram,
            search: PictureSearch(
                kinds: wanted.filter(\.1).map(\.0), isFast: fast, least: least, angles: angles))
    }
}
