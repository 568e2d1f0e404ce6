import CoreImageVideo
import Foundation
import TestSupport
import Testing

/// The guide's recipe "Old Film" over the frames of a video, with specks and scratches that move as the talk on
/// built-in filters describes it.
@Suite("Listings: old film", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct OldFilmListingTests {
    /// Apply Sepia to the Video Image.
    private static func sepia(_ video: CIImage) -> CIImage {
        video.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 1.0])
    }

    /// The recipe at a time. In a second, specks move 1000 pixels to the right and 600 up, and scratches 1000 down.
    private static func oldFilm(_ video: CIImage, seconds: Double) -> CIImage {
        // Create Randomly Varying White Specks
        let noise = CIFilter(name: "CIRandomGenerator")!.outputImage!
        let green = CIVector(x: 0, y: 1, z: 0, w: 0)
        let whiteSpecks =
            noise
            .transformed(by: CGAffineTransform(translationX: 1000 * seconds, y: 600 * seconds))
            .applyingFilter(
                "CIColorMatrix",
                parameters: [
                    "inputRVector": green, "inputGVector": green, "inputBVector": green,
                    // The guide leaves this out, and then noise hides the picture. Apple's later article has it.
                    "inputAVector": CIVector(x: 0, y: 0.005, z: 0, w: 0),
                    "inputBiasVector": CIVector(x: 0, y: 0, z: 0, w: 0),
                ])
        let speckled = whiteSpecks.applyingFilter(
            "CISourceOverCompositing", parameters: [kCIInputBackgroundImageKey: sepia(video)])

        // Create Randomly Varying Dark Scratches
        let zero = CIVector(x: 0, y: 0, z: 0, w: 0)
        let darkScratches =
            noise
            .transformed(by: CGAffineTransform(scaleX: 1.5, y: 25))
            .transformed(by: CGAffineTransform(translationX: 0, y: -1000 * seconds))
            .applyingFilter(
                "CIColorMatrix",
                parameters: [
                    "inputRVector": CIVector(x: 4, y: 0, z: 0, w: 0), "inputGVector": zero, "inputBVector": zero,
                    "inputAVector": zero, "inputBiasVector": CIVector(x: 0, y: 1, z: 1, w: 1),
                ]
            )
            .applyingFilter("CIMinimumComponent")

        // Composite the Specks and Scratches to the Sepia Video Image
        return darkScratches.applyingFilter(
            "CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: speckled]
        ).cropped(to: video.extent)
    }

    /// Three frames of an even grey, of 128 × 96 pixels, 25 a second.
    private static func asset(_ folder: String) throws -> AVAsset {
        let path = folder + "/in.mkv"
        try VideoTool.encode("-f lavfi -i color=0x707070:size=128x96:rate=25:duration=0.12 -c:v ffv1", to: path)
        return AVURLAsset(url: URL(fileURLWithPath: path))
    }

    /// Whether each pixel of a rectangle is a speck or a scratch, as 1 or 0.
    private static func marks(
        _ frame: FramePixels, _ columns: Range<Int>, _ rows: Range<Int>, _ isMark: (Double) -> Bool
    ) -> [Double] {
        rows.flatMap { y in columns.map { isMark(frame[$0, y].light.x) ? 1 : 0 } }
    }

    @Test("sepia, with specks and upright scratches that move from frame to frame")
    func film() async throws {
        try await withFolder { folder in
            let asset = try Self.asset(folder)
            let composition = try await AVVideoComposition.videoComposition(with: asset) { request in
                let film = Self.oldFilm(request.sourceImage, seconds: request.compositionTime.seconds)
                request.finish(with: film, context: nil)
            }
            let film = try frames(of: asset, composition)
            try #require(film.map(\.time.seconds) == [0, 0.04, 0.08])
            let plain = try frames(
                of: asset,
                AVVideoComposition(asset: asset) { $0.finish(with: Self.sepia($0.sourceImage), context: nil) })
            let tone = plain[0].pixels[0, 0].light
            #expect(tone.x > tone.y && tone.y > tone.z)

            let isSpeck = { (light: Double) in light > 1.3 * tone.x }
            let isScratch = { (light: Double) in light < 0.8 * tone.x }
            for (index, frame) in film.map(\.pixels).enumerated() {
                // A speck adds as much to red as to green and blue, and covers a share of the sepia; a scratch
                // multiplies all three. So (r − g) / (r − b) stays that of the tone wherever nothing is clipped.
                var (checked, worst) = (0, 0.0)
                for code in frame.codes where code.x < 255 && Int(code.x) - Int(code.z) >= 16 {
                    let light = code.light
                    let ratio = (light.x - light.y) / (light.x - light.z)
                    worst = max(worst, abs(ratio - (tone.x - tone.y) / (tone.x - tone.z)))
                    checked += 1
                }
                #expect(checked > 128 * 96 * 3 / 4 && worst < 0.1, "\(checked) \(worst)")

                // Scratches are long and thin.
                let (columns, rows) = (0..<120, 0..<80)
                let scratches = Self.marks(frame, columns, rows, isScratch)
                let up = correlation(scratches, Self.marks(frame, columns, 4..<84, isScratch))
                let right = correlation(scratches, Self.marks(frame, 4..<124, rows, isScratch))
                #expect(up > 0.4 && right < 0.15, "\(up) \(right)")

                guard index > 0 else { continue }
                let last = film[index - 1].pixels
                // In a frame, scratches come down by 1000 / 25 pixels.
                let low = Self.marks(frame, 0..<128, 0..<56, isScratch)
                let followed = correlation(low, Self.marks(last, 0..<128, 40..<96, isScratch))
                let stayed = correlation(low, Self.marks(last, 0..<128, 0..<56, isScratch))
                #expect(followed > 0.6 && stayed < 0.2, "\(followed) \(stayed)")
                // Specks move by (40, 24). Some are hidden by scratches.
                let specks = Self.marks(frame, 40..<128, 24..<96, isSpeck)
                let moved = correlation(specks, Self.marks(last, 0..<88, 0..<72, isSpeck))
                let unmoved = correlation(specks, Self.marks(last, 40..<128, 24..<96, isSpeck))
                #expect(moved > 0.8 && unmoved < 0.2, "\(moved) \(unmoved)")
            }
        }
    }
}
