import ArgumentParser
import CoreImage
import Foundation
import UntrustedInput

/// `coreimage info`: what a picture is, and what is in it.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract:
            "Describe a picture: size, format, colours, metadata; its histogram, and faces, codes, rectangles and text in it.",
        discussion: """
            Coordinates are pixels from the lower left corner of the picture as it is stored. Faces, rectangles and text are looked for with \
            the picture upright as its metadata say.

            EXAMPLES
              coreimage info in.jpg
              coreimage info in.jpg --histogram
              coreimage info ticket.png --codes --json
              coreimage info group.jpg --faces --angles 3 --least 0.05
            """)

    @Argument(help: "The picture.")
    var input: String

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

    @Flag(help: "Print an object.")
    var json = false

    func validate() throws {
        if let least, !(faces ? 0.01...0.5 : 0...1).contains(least) {
            throw ValidationError("--least \(least): write 0 to 1, with --faces 0.01 to 0.5")
        }
        guard [1, 3, 5, 7, 9, 11].contains(angles) else {
            throw ValidationError("--angles \(angles): write 1, 3, 5, 7, 9 or 11")
        }
    }

    func run() throws {
        try refusing {
            let url = PathText(input).fileURL()
            let picture = try PictureInformation(of: url, pictures)
            let histogram = try histogram ? PictureHistogram(of: picture.image) : nil
            let report = try features(in: picture.image)
            if json {
                var object = picture.json
                if let histogram { object["histogram"] = histogram.json }
                for (kind, features) in report { object[kind.name] = features.map(\.json) }
                try JSONText.print(object)
            } else {
                try StandardOutput.print(picture.text)
                if let histogram { try StandardOutput.print("\n" + histogram.text) }
                for (kind, features) in report {
                    try StandardOutput.print("\n" + (features.isEmpty ? "no \(kind.name)" : kind.count(features.count)))
                    for feature in features { try StandardOutput.print("  \(feature.text)") }
                }
            }
        }
    }

    /// What was found of each kind that was asked for, in the order in which it is printed.
    private func features(in image: CIImage) throws -> [(FeatureKind, [FeatureDescription])] {
        let wanted: [(FeatureKind, Bool)] = [
            (.faces, faces), (.codes, codes), (.rectangles, rectangles), (.text, text),
        ]
        // One context, so that its memory serves all detectors.
        let context = CIContext()
        return try wanted.filter(\.1).map { kind, _ in
            var options = kind.options
            options[CIDetectorAccuracy] = fast ? CIDetectorAccuracyLow : CIDetectorAccuracyHigh
            if let least { options[CIDetectorMinFeatureSize] = least }
            if kind == .faces { options[CIDetectorNumberOfAngles] = angles }
            if let orientation = image.properties[kCGImagePropertyOrientation] {
                options[CIDetectorImageOrientation] = orientation
            }
            let detector = try CIDetector(checkingType: kind.detectorType, context: context, options: options)
            return (kind, try detector.detectedFeatures(in: image).map(FeatureDescription.init))
        }
    }
}
