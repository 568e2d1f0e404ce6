import ArgumentParser
import CoreImage
import Foundation
import UntrustedInput

/// `coreimage apply`: a picture through a chain of filters into a file.
struct ApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Apply filters to a picture and write the result.",
        usage: """
            coreimage apply [INPUT] -o OUTPUT [--size WxH] [--units DIR]… [--quality Q] [--depth 8|16|float]
                            [--memory SIZE] [--deadline SECONDS] [--pixel-limit N] [--preview] [--quiet]
                            -- NAME key=value… [as LABEL] [, NAME key=value… [as LABEL]]…
            coreimage apply [INPUT] --explain [--json|--dot|--html] [--size WxH] -- NAME key=value…
            coreimage apply [INPUT] --save-recipe RECIPE [-o OUTPUT] -- NAME key=value…
            coreimage apply [INPUT] --recipe RECIPE -o OUTPUT [--image NAME=FILE]… [--recipe-files DIR]
            """,
        discussion: """
            Each filter's image is the result of the one before it. Keys may be written without 'input' and in any case, \
            filter names without 'CI'. Values: numbers; vectors and rectangles as 1,2,3,4; colours as #rrggbb[aa] or r,g,b[,a]; \
            transforms as six numbers; lists of vectors with semicolons, as 0,0,9,9;9,9,0,5; data as text or @FILE; pictures as file names, @input for the picture read, @LABEL for an earlier result. \
            The format follows from OUTPUT's extension; the file appears only when it is complete.

            --explain prints how the result would be computed, and computes nothing: the recipe as built and after each \
            optimisation, and the passes over the pixels.

            --save-recipe stores what is done to the picture, as JSON, or as a property list where RECIPE ends in .plist. --recipe does \
            the same to another one: INPUT is the recipe's image named 'image', --image gives others. Picture files that the \
            recipe names itself are read only inside the folder that --recipe-files allows.

            EXAMPLES
              coreimage apply in.jpg -o out.jpg -- SepiaTone intensity=0.8
              coreimage apply in.png -o soft.png -- GaussianBlur radius=8 as soft, BlendWithMask image=@input \\
                backgroundImage=@soft maskImage=mask.png
              coreimage apply in.jpg --save-recipe look.json -- SepiaTone intensity=0.8, Vignette
              coreimage apply other.jpg --recipe look.json -o out.jpg
              coreimage apply --size 800x600 -o board.png -- CheckerboardGenerator color0=#203040 width=50
            """)

    @Argument(help: "The picture to read; may be left out where --size is given and the first filter makes an image.")
    var input: String?

    @Option(name: [.short, .customLong("output")], help: "The file to write: .jpg, .png, .tif, .heic, .exr …")
    var output: String?

    @Flag(help: "Print how the result would be computed instead of computing it.")
    var explain = false

    @Flag(help: ArgumentHelp("How --explain prints; text when left out."))
    var form: ExplanationForm?

    @Option(
        help: ArgumentHelp(
            "Size of the result in pixels, from the origin, or without INPUT from a finite result's lower left corner; needed where the result is infinite and there is no INPUT.",
            valueName: "WxH"))
    var size: PictureSize?

    @OptionGroup var quality: QualityOption

    @Option(help: ArgumentHelp("Bits of a colour component: 8, 16 or float.", valueName: "depth"))
    var depth: PictureDepth?

    @Option(
        help: ArgumentHelp(
            "Most memory for pixels, such as 256M or 2G; half of the machine's when left out. Results are the same.",
            valueName: "size"))
    var memory: MemorySize?

    @OptionGroup var deadline: DeadlineOption

    @Flag(help: "Show no progress; without it, a terminal shows how far the writing is.")
    var quiet = false

    @OptionGroup var pictures: PictureOptions

    @OptionGroup var recipes: RecipeOptions

    @OptionGroup var units: UnitOptions

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The filters, behind --.", valueName: "filters"))
    var chain: [String] = []

    func validate() throws {
        if output == nil && !explain && recipes.saved == nil {
            throw ValidationError("no file to write is given: add -o OUTPUT, or --explain to see what would be done")
        }
        if form != nil && !explain { throw ValidationError("--json, --dot and --html go with --explain") }
        if let memory, memory.bytes < MemorySize.least {
            throw ValidationError("--memory: \(memory.bytes) bytes are too few; give at least 16M")
        }
        if recipes.used != nil {
            if !chain.isEmpty {
                throw ValidationError("--recipe takes the place of filters; leave those behind -- out")
            }
            return
        }
        do throws(ChainSyntaxError) {
            _ = try ChainStep.parse(chain)
        } catch {
            throw ValidationError(error.description)
        }
    }

    func run() throws {
        try refusing {
            try units.loadPrintingRefusals()
            try deadline.bounding(makePicture)
        }
    }

    private func makePicture() throws {
        let source = try input.map(pictures.picture)
        let result =
            try recipes.image(of: source, pictures)
            ?? ChainBuilder(input: source, pictures: pictures).image(for: ChainStep.parse(chain))
        try recipes.save(result, of: source)
        if output == nil && !explain { return }
        let framed = try Self.framed(result, to: size, like: source)
        if explain {
            return try (form ?? .text).print(
                framed.explain(format: (depth ?? .eight).format(alpha: !framed.isOpaque)))
        }
        guard let output else { return }
        try checkSize(of: framed)
        let picture = OutputPicture(
            path: output, depth: depth, quality: quality.fraction,
            memory: memory, deadline: deadline.seconds, showsProgress: !quiet)
        try picture.write(framed.settingProperties(source?.properties ?? [:]), like: source)
    }

    /// Pixels that a result may have unless more are allowed: writing them takes ten minutes.
    private static let mostPixels = 4_000_000_000

    /// A slip of the pen, such as a radius with too many zeros, makes pictures that nobody means.
    private func checkSize(of image: CIImage) throws {
        let (width, height) = (image.extent.width.rounded(.up), image.extent.height.rounded(.up))
        let limit = Double(pictures.pixelLimit?.pixels ?? Self.mostPixels)
        guard width * height > limit else { return }
        let giga = String(format: "%.0f", (width * height / 1e9).rounded(.up))
        let most = limit < 1e9 ? String(format: "%.0f pixels", limit) : String(format: "%g gigapixels", limit / 1e9)
        throw Refusal(
            "the result has \(String(format: "%.0f × %.0f", width, height)) pixels, over the limit of \(most); "
                + "add --size WIDTHxHEIGHT or Crop, or allow them with --pixel-limit \(giga)G")
    }

    /// Cuts the result to the size asked for; an infinite result to the picture read. A finite result that no picture was read for has a place of
    /// its own, such as around a light's centre, and is cut there.
    static func framed(_ image: CIImage, to size: PictureSize?, like source: CIImage?) throws -> CIImage {
        if let size {
            let hasOwnPlace = source == nil && !image.extent.isInfinite && !image.extent.isNull
            let corner = hasOwnPlace ? image.extent.integral.origin : .zero
            return image.cropped(to: size.rectangle.offsetBy(dx: corner.x, dy: corner.y))
        }
        if !image.extent.isInfinite { return image.startingAtPixel }
        guard let source, !source.extent.isInfinite else {
            throw ValidationError("the result has no bounds; add --size WIDTHxHEIGHT")
        }
        return image.cropped(to: source.extent)
    }
}

extension CIImage {
    /// The image moved by less than a pixel, so that the upper left corner of its extent is a pixel's: a picture file has whole pixels, and
    /// pictures that Core Image made count theirs from there.
    fileprivate var startingAtPixel: CIImage {
        let (left, top) = (extent.minX - extent.minX.rounded(.down), extent.maxY.rounded(.up) - extent.maxY)
        // Rounding errors move nothing.
        let isWhole = [left, top].allSatisfy { min($0, 1 - $0) < 1.0 / 1024 }
        if extent.isNull || isWhole { return self }
        return transformed(by: CGAffineTransform(translationX: -left, y: top))
    }
}
