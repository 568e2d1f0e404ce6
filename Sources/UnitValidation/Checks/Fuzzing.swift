import CoreImage
import Foundation
import KernelLanguage
import Pixels

extension ValidationCheck {
    /// Runs random sequences of calls.
    static let fuzzing = ValidationCheck(
        filter: "fuzzing", level: 10, needs: [.rendersAtDefaults],
        reason:
            "Random pictures, values and sequences of calls find defects that other checks miss; every finding can be reproduced."
    ) { filter, context in
        let inputs = InputProfile.all(of: try filter.make())
        let start = ContinuousClock.now
        let limit = Duration.seconds(context.options.fuzzingSeconds)
        var seed = context.options.seed
        var trials = 0
        repeat {
            let replay = context.replay(filter: filter.name, check: "fuzzing", seed: seed)
            context.note("a random trial; replay it with: \(replay)")
            var trial = FuzzingTrial(filter: filter, inputs: inputs, seed: seed)
            if let finding = try trial.run() {
                return .failed([Finding(finding, remedy: "replay it with: \(replay)")])
            }
            seed &+= 1
            trials += 1
        } while ContinuousClock.now - start < limit
        return .passed(["\(trials) trial\(trials == 1 ? "" : "s") from seed \(context.options.seed)"])
    }
}

/// A random sequence of calls that is determined by its seed.
private struct FuzzingTrial {
    let filter: FilterSubject
    let inputs: [InputProfile]
    var random: SeededRandom
    /// The values set so far, as long as a user could have set them.
    var settings = FilterSettings()

    init(filter: FilterSubject, inputs: [InputProfile], seed: UInt64) {
        (self.filter, self.inputs) = (filter, inputs)
        random = SeededRandom(seed: seed, context: filter.name)
    }

    /// Runs the trial. Returns a description of the problem, or nil if there is none. Crashes are detected outside of
    /// this process.
    mutating func run() throws -> String? {
        let picture = randomPicture()
        let made = try filter.make(.defaults, images: ImageInputs([picture]))
        var isUsual = true
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            guard let input = inputs.randomElement(using: &random) else { break }
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                made.setValue(InvalidValues.all.randomElement(using: &random)?.value, forKey: input.key)
                isUsual = false
            case 2: _ = made.outputImage
            case 3:
                made.setDefaults()
                ImageInputs([picture]).set(on: made)
                (isUsual, settings) = (true, .defaults)
            default:
                guard let value = input.randomValue(in: picture.extent, using: &random) else { continue }
                made.setValue(value.keyValue, forKey: input.key)
                settings.values[input.key] = value
            }
        }
        return try rendered(made, picture, isUsual: isUsual)
    }

    private mutating func rendered(_ made: CIFilter, _ picture: CIImage, isUsual: Bool) throws -> String? {
        let image: CIImage
        do {
            image = try made.renderableOutput()
        } catch {
            try UnitCrash.rethrow(error)
            return isUsual ? "with \(settings.text): \(ErrorText.of(error))" : nil
        }
        let frame = ValidationRenderer.region(of: image, around: picture.extent)
        if frame.isEmpty { return nil }
        let region = randomPart(of: frame)
        let whole: Raster
        do {
            whole = try ValidationRenderer.usual.pixels(of: image, in: region)
        } catch {
            try UnitCrash.rethrow(error)
            return isUsual ? "with \(settings.text): \(ErrorText.of(error))" : nil
        }
        let part = randomPart(of: region)
        let again = try ValidationRenderer.usual.pixels(of: image, in: part)
        let difference = PixelDifference(whole, again, in: part, tolerance: RegionSearch.tolerance)
        if !difference.isNone {
            return
                "with \(settings.text), a part of the picture \(Self.text(picture.extent)) rendered alone differs: \(difference.text)"
        }
        guard isUsual else { return nil }
        for y in part.y..<part.maxY {
            for x in part.x..<part.maxX where !(0..<4).allSatisfy({ again[x, y][$0].isFinite }) {
                return
                    "with \(settings.text) and the picture \(Self.text(picture.extent)), the pixel (\(x), \(y)) is not a number"
            }
        }
        return nil
    }

    /// Returns a small picture at a random position.
    private mutating func randomPicture() -> CIImage {
        let (width, height) = (Int.random(in: 1...64, using: &random), Int.random(in: 1...64, using: &random))
        let image = TestPicture.image(width: width, height: height, variant: Int.random(in: 0..<50, using: &random))
        if Bool.random(using: &random) { return image }
        let (x, y) = (Int.random(in: -300...300, using: &random), Int.random(in: -300...300, using: &random))
        return image.transformed(by: CGAffineTransform(translationX: CGFloat(x), y: CGFloat(y)))
    }

    private mutating func randomPart(of region: PixelRect) -> PixelRect {
        let width = Int.random(in: 1...min(48, region.width), using: &random)
        let height = Int.random(in: 1...min(48, region.height), using: &random)
        return PixelRect(
            x: region.x + Int.random(in: 0...(region.width - width), using: &random),
            y: region.y + Int.random(in: 0...(region.height - height), using: &random), width: width, height: height)
    }

    private static func text(_ extent: CGRect) -> String {
        "(\(Int(extent.minX)), \(Int(extent.minY)), \(Int(extent.width)) × \(Int(extent.height)))"
    }
}
