import CoreImage
import Foundation

/// An effect made of several filters, with the code that makes its pictures.
struct GalleryRecipe: Sendable {
    let title: String
    let summary: String
    /// The file of the code in `Recipes`, without its ending; `RecipeListings` has its text.
    let listing: String
    private let frames: @Sendable (_ image: CIImage, _ dusk: CIImage) -> [(caption: String, image: CIImage?)]

    /// A recipe with its pictures.
    struct Rendered: Sendable {
        let title: String
        let summary: String
        let code: String
        let frames: [(caption: String, outcome: Result<GalleryPicture, Refusal>)]

        var error: String? {
            frames.lazy.compactMap { if case .failure(let refusal) = $0.outcome { refusal.description } else { nil } }
                .first
        }
    }

    /// Renders the frames into files named for the listing.
    func rendered(of image: CIImage, and dusk: CIImage, with painter: GalleryPainter) -> Rendered {
        let start = ContinuousClock.now
        let outcomes = frames(image, dusk).enumerated().map { index, frame in
            do {
                guard let result = frame.image else { throw Refusal("\(title) makes no image") }
                let picture = try painter.paint(
                    result.cropped(to: GalleryScene.frame), of: result.extent,
                    file: "pictures/recipe-\(listing)-\(index)",
                    since: start)
                return (frame.caption, Result<GalleryPicture, Refusal>.success(picture))
            } catch {
                return (frame.caption, .failure(Refusal(StandardError.text(of: error))))
            }
        }
        return Rendered(
            title: title, summary: summary, code: RecipeListings.text[listing] ?? "", frames: outcomes)
    }

    /// The recipes of the Core Image Programming Guide that need no detector.
    static let all = [
        GalleryRecipe(
            title: "Colour invert by subclassing",
            summary: "A filter class with a plain property, made of another filter.",
            listing: "ColorInvert"
        ) { image, _ in [("inverted", inverted(image))] },
        GalleryRecipe(
            title: "Chroma key",
            summary: "A cube of 64³ entries that is transparent where the hue is blue: dusk falls behind.",
            listing: "ChromaKey"
        ) { image, dusk in [("hues 190° to 250° replaced", chromaKeyed(image, hues: 190...250, over: dusk))] },
        GalleryRecipe(
            title: "White vignette", summary: "A radial gradient from transparent to white over the picture.",
            listing: "WhiteVignette"
        ) { image, _ in [("around 160,120", whiteVignette(image, around: CGPoint(x: 160, y: 120), radius: 90))] },
        GalleryRecipe(
            title: "Tilt-shift",
            summary: "Two gradients make a mask through which the picture is blurred above and below a line.",
            listing: "TiltShift"
        ) { image, _ in [("sharp at half height", tiltShifted(image, at: 120))] },
        GalleryRecipe(
            title: "Pixellate transition", summary: "A dissolve behind pixels that grow and shrink again.",
            listing: "PixellateTransition"
        ) { image, dusk in
            [0.1, 0.3, 0.5, 0.7, 0.9].map { time in
                ("time \(time)", pixellateTransition(from: image, to: dusk, time: time))
            }
        },
        GalleryRecipe(
            title: "Old film", summary: "Sepia with specks and scratches from one source of noise.", listing: "OldFilm"
        ) { image, _ in [("aged", oldFilm(image))] },
    ]
}
