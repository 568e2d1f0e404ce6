import ArgumentParser
import CoreImage
import FilterChains
import PictureBatches

/// `coreimage apply`: applies a chain of filters to pictures and writes the results.
struct ApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Apply filters to pictures, or scale and convert them, and write the results.",
        usage: """
            coreimage apply [INPUT] -o OUTPUT [--size WxH] [--fit WxH|--fill WxH] [--strip] [--upright] [--units DIR]…
                            [--quality Q] [--depth 8|16|float] [--memory SIZE] [--threads N] [--deadline SECONDS]
                            [--pixel-limit N] [--full-decoding] [--preview] [--quiet]
                            [-- NAME key=value… [as LABEL] [, NAME key=value… [as LABEL]]…]
            coreimage apply INPUT… -o DIR|PATTERN [--recursive] [--format EXT] [--overwrite] [--jobs N] [--json] …
                            [-- NAME key=value…]
            coreimage apply [INPUT] --explain [--json|--dot|--html] [--size WxH] -- NAME key=value…
            coreimage apply [INPUT] --save-recipe RECIPE [-o OUTPUT] -- NAME key=value…
            coreimage apply [INPUT] --recipe RECIPE -o OUTPUT [--image NAME=FILE]… [--recipe-files DIR]
            """,
        discussion: """
            Each filter's image is the result of the one before it. Keys may be written without 'input' and in any case, \
            filter names without 'CI'. Values: numbers; vectors and rectangles as 1,2,3,4; colours as #rrggbb[aa] or r,g,b[,a]; \
            transforms as six numbers; lists of vectors with semicolons, as 0,0,9,9;9,9,0,5; data as text or @FILE; pictures as file names, @input for the picture read, @LABEL for an earlier result. \
            The format follows from OUTPUT's extension; the file appears only when it is complete. Without filters, pictures are converted, \
            scaled with --fit or --fill, turned with --upright, and cleared of metadata with --strip. \
            16 bits and floats are kept where the format can hold them; linear colours become sRGB, or its like, where it holds 8 bits. \
            Folders for the results are created.

            SEVERAL PICTURES, and those in folders, go to a folder, where they keep their names, or have names made by a pattern: \
            'out/{folder}/{name}-small.jpg', with {name}, {ext}, {folder} (the path below the input folder) and {number}. A pattern that gives two \
            pictures one file is refused before anything is written, and so is one that gives a result the place of an input. --format changes \
            what all results are. One picture that fails stops no other. \
            --deadline holds for each picture, --memory for all together. --json prints a line for each picture as it is finished, with input, \
            output, width, height and seconds, or error.

            INPUT - reads the picture from standard input, at most 1 GiB, and OUTPUT - writes it to standard output, as --format says.

            --explain prints how the result would be computed, and computes nothing: the recipe as built and after each \
            optimisation, and the passes over the pixels. With -o, the pixels are those of that file.

            --save-recipe stores what is done to the picture, as JSON, or as a property list where RECIPE ends in .plist. --recipe does \
            the same to another one: INPUT is the recipe's image named 'image', --image gives others. Picture files that the \
            recipe names itself are read only inside the folder that --recipe-files allows.

            EXAMPLES
              coreimage apply in.jpg -o out.jpg -- SepiaTone intensity=0.8
              coreimage apply in.png -o soft.png -- GaussianBlur radius=8 as soft, BlendWithMask image=@input \\
                backgroundImage=@soft maskImage=mask.png
              coreimage apply in.jpg --save-recipe look.json -- SepiaTone, Vignette intensity=1
              coreimage apply other.jpg --recipe look.json -o out.jpg
              coreimage apply photos --recursive -o small --format jpg --fit 1600x1600 --strip
              coreimage apply *.png -o 'out/{name}-sepia.{ext}' -- SepiaTone
              coreimage apply - -o - --format webp --fill 256x256 < in.jpg > square.webp
              coreimage apply --size 800x600 -o board.png -- CheckerboardGenerator color0=#203040 width=50

            EXIT CODES
              0   done
              1   refused, or the one result could not be written; the reason is on standard error
              2   some of several pictures failed and were not written; the others were
              64  wrong usage
              130 several pictures were interrupted; those that were begun are complete
            """)

    @Argument(
        help: ArgumentHelp(
            "The picture to read, or several, and folders of pictures; - for standard input. May be left out where --size is given and the first filter makes an image. The filters stand behind --.",
            valueName: "input"))
    var words: [String] = []

    @Option(
        name: [.short, .customLong("output")],
        help:
            "The file to write: .jpg, .png, .tif, .heic, .exr …; a folder or a pattern for several; - for standard output."
    )
    var output: String?

    @Flag(help: "Print how the result would be computed instead of computing it.")
    var explain = false

    @Flag(help: ArgumentHelp("How --explain prints; text when left out."))
    var form: ExplanationForm?

    @Option(
        help: ArgumentHelp(
            "Size of the result in pixels, from the origin, or without INPUT from a finite result's lower left corner; needed where the result is infinite and there is no INPUT.",
            valueName: "WxH"), transform: PictureSize.read)
    var size: PictureSize?

    @OptionGroup var finish: FinishOptions

    @OptionGroup var batch: PictureRunOptions

    @OptionGroup var quality: QualityOption

    @Option(help: OptionHelp.depth)
    var depth: PictureDepth?

    @Option(
        help: ArgumentHelp(
            "Most memory for pixels that are computed, such as 256M or 2G; half of the machine's when left out. Results are the same."
                + OptionHelp.uncountedMemory,
            valueName: "size"))
    var memory: MemorySize?

    @OptionGroup var deadline: DeadlineOption

    @Flag(help: "Show no progress and no summary; without it, a terminal shows how far the work is.")
    var quiet = false

    @OptionGroup var pictures: PictureOptions

    @Flag(
        help:
            "Decode JPEG, WebP and TIFF pyramids in full before they are scaled down. Without it, a picture that is only scaled is decoded at a half, a quarter or an eighth where that leaves enough pixels, which is faster; colours differ by less than one code of 255 on average."
    )
    var fullDecoding = false

    @OptionGroup var recipes: RecipeOptions

    @OptionGroup var units: UnitOptions

    /// The word between the inputs and the filters.
    static let separator = "--"

    /// Duplicates the first `--` in the arguments of `apply` and `video`, so that it becomes one of the words. The
    /// argument parser removes the first `--`, and it doesn't support two lists of words.
    static func markingFilters(in arguments: [String]) -> [String] {
        let names = [configuration.commandName, VideoCommand.configuration.commandName]
        guard let name = arguments.first, names.contains(name), let end = arguments.firstIndex(of: separator) else {
            return arguments
        }
        var marked = arguments
        marked.insert(separator, at: end)
        return marked
    }

    private var inputs: [String] { Array(words.prefix { $0 != Self.separator }) }
    private var chain: [String] { Array(words.drop { $0 != Self.separator }.dropFirst()) }

    func validate() throws {
        try InputKinds.checkPictures(inputs, command: "coreimage apply")
        if words.first == "" { throw ValidationError("the input's name is empty; name a picture or a folder") }
        if output == nil && !explain && recipes.saved == nil {
            throw ValidationError("no file to write is given: add -o OUTPUT, or --explain to see what would be done")
        }
        try validating { try memory?.check() }
        if recipes.used != nil && !chain.isEmpty {
            throw ValidationError("--recipe takes the place of filters; leave those behind -- out")
        }
        try validating {
            if recipes.used == nil { try checkFilters() }
            try checkResults(processing())
        }
    }

    /// Without filters there must be a picture to convert, and a recipe can't be stored.
    private func checkFilters() throws {
        if chain.isEmpty && !inputs.isEmpty && recipes.saved == nil { return }
        _ = try ChainStep.parse(chain)
    }

    private func checkResults(_ processing: PictureProcessing) throws {
        if form != nil && !explain && !(processing.isList && form == .json) {
            throw ValidationError("--json, --dot and --html go with --explain; --json also with several pictures")
        }
        if processing.isList && (explain || recipes.saved != nil) {
            throw ValidationError("--explain and --save-recipe take one picture and one file; name them")
        }
    }

    /// Twice the observed memory of one picture with its decoder and encoder, in bytes.
    private static let memoryPerJob = 512 << 20

    func run() throws {
        try refusing {
            try units.loadPrintingRefusals()
            let (processing, reader) = (try processing(), reader)
            try processing.run(memoryPerJob: Self.memoryPerJob, preparing: edit) { edit, notes in
                let source = try processing.source(notes: notes)
                let result = try edit.result(of: source, imageOptions: reader.imageOptions, notes: notes)
                try write(result, of: source, with: processing)
            } each: { edit, source, notes in
                (try edit.result(of: source, imageOptions: reader.imageOptions, notes: notes), [:])
            }
        }
    }

    /// Stores, explains and writes the only result, as the options say.
    private func write(_ result: CIImage, of source: CIImage?, with processing: PictureProcessing) throws {
        try recipes.save(result, of: source)
        if explain {
            let explanation = try processing.explanation(of: processing.finished(result, of: source), like: source)
            try (form ?? .text).print(explanation)
        } else if processing.destination != nil {
            try processing.write(processing.checked(result, of: source), like: source)
        }
    }

    private func edit() throws -> PictureEdit {
        if let recipe = try recipes.usedRecipe(reader) { return .recipe(recipe) }
        return chain.isEmpty ? .nothing : .filters(try ChainStep.parse(chain))
    }

    private var reader: PictureReader {
        var reader = pictures.reader
        reader.decodesReduced = !fullDecoding
        return reader
    }

    private func processing() throws -> PictureProcessing {
        var settings = try batch.settings(pictures, finish)
        settings.reader = reader
        settings.size = size
        (settings.depth, settings.quality) = (depth, quality.fraction)
        (settings.memory, settings.deadline) = (memory, deadline.deadline)
        (settings.printsJSON, settings.isQuiet) = (form == .json, quiet)
        return try PictureProcessing(inputs: inputs, output: output, settings: settings)
    }
}
