import ArgumentParser
import CommandOutput
import CoreImage
import Foundation
import Painting
import PictureBatches
import Pixels
import Rendering

/// `coreimage paint`: paints strokes from a file, like MicroPaint in the Core Image Programming Guide.
struct PaintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paint",
        abstract: "Paint strokes from a file, each over what was painted before.",
        discussion: """
            STROKES is JSON: {"size": [640, 480], "canvas": [1, 1, 1], "strokes": [{"color": [0.8, 0.1, 0.1], "radius": 25, \
            "points": [[60, 80], [400, 300]], "spacing": 6}]}. Places are in pixels from the bottom left corner. canvas, color, radius and spacing \
            may be left out: white, black, 25, a quarter of the radius. With --over, the picture is the canvas, and size may be left out too. \
            A point that equals the one before it adds nothing. Painting may take 60 seconds unless --deadline says otherwise.

            EXAMPLES
              coreimage paint strokes.json -o painting.png
              coreimage paint signature.json --over photo.jpg -o signed.jpg
            """)

    @Argument(help: "The file of strokes.")
    var strokes: String

    @Option(name: [.short, .customLong("output")], help: "The picture to write.")
    var output: String

    @Option(help: ArgumentHelp("A picture to paint on.", valueName: "picture"))
    var over: String?

    @OptionGroup var quality: QualityOption

    @OptionGroup var deadline: DeadlineOption
    @OptionGroup var pictures: PictureOptions

    @Flag(help: "Print an object with width, height, strokes and dabs.")
    var json = false

    func run() throws {
        // Strokes come from a file that may be untrusted, so they get the same default deadline as recipes.
        try refusing { try deadline.bounding(orElse: UntrustedRendering.deadline, paint) }
    }

    private func paint() throws {
        let path = strokes
        // Reading a large file can't be cancelled, but it can be abandoned.
        let script = try DetachedWork.run { try PaintScript(contentsOf: path) }
        let picture = try over.map(pictures.reader.picture)
        guard let size = script.size.map({ CGSize(width: $0[0], height: $0[1]) }) ?? picture?.extent.size else {
            throw Refusal(
                "\(strokes): size: the key is missing; say how large the canvas is, or paint --over a picture")
        }
        let (painting, dabCount) = try script.painting(size: size, over: picture)
        try OutputPicture(
            path: output, depth: nil, quality: quality.fraction,
            rendering: RenderingSettings(deadline: deadline.seconds)
        ).write(painting, like: picture)
        if json {
            let (width, height) = (Int(size.width), Int(size.height))
            try JSONText.print(
                ["width": width, "height": height, "strokes": script.strokeCount, "dabs": dabCount])
        }
    }
}
