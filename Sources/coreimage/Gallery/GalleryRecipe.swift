import CoreImage
import Foundation

/// An effect made of several filters, with the code that makes its pictures.
struct GalleryRecipe: Sendable {
    let title: String
    let summary: String
    /// The file of the code in `Recipes` or `Faces`, without its ending; `RecipeListings` has its text.
    let listing: String
    private let frames: @Sendable (_ pictures: Pictures) throws -> [(caption: String, image: CIImage?)]

    /// What recipes are tried on.
    struct Pictures: Sendable {
        let scene: CIImage
        let dusk: CIImage
        /// People, or why there are none.
        let people: Result<GalleryPeople, any Error>
    }

    /// A recipe with its pictures.
    struct Rendered: Sendable {
        let title: String
        let summary: String
        let code: String
        let frames: [(caption: String, outcome: Result<GalleryPicture, Refusal>)]
        /// What this machine lacks for pictures; nil where it has everything.
        var lack: String?

        var error: String? {
            frames.lazy.compactMap { if case .failure(let refusal) = $0.outcome { refusal.description } else { nil } }
                .first
        }
    }

    /// Renders the frames into files named for the listing.
    func rendered(of pictures: Pictures, with painter: GalleryPainter) -> Rendered {
        let start = ContinuousClock.now
        let code = RecipeListings.text[listing] ?? ""
        let frames: [(caption: String, image: CIImage?)]
        do { frames = try self.frames(pictures) } catch let error as CIDetectionError where error.isLack {
            return Rendered(title: title, summary: summary, code: code, frames: [], lack: error.description)
        } catch {
            let failure = Result<GalleryPicture, Refusal>.failure(Refusal(StandardError.text(of: error)))
            return Rendered(title: title, summary: summary, code: code, frames: [("", failure)])
        }
        let outcomes = frames.enumerated().map { index, frame in
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
        return Rendered(title: title, summary: summary, code: code, frames: outcomes)
    }

    /// The recipes of the Core Image Programming Guide.
    static let all = [
        GalleryRecipe(
            title: "Colour invert by subclassing",
            summary: "A filter class with a plain property, made of another filter.",
            listing: "ColorInvert"
        ) { [("inverted", inverted($0.scene))] },
        GalleryRecipe(
            title: "Chroma key",
            summary: "A cube of 64³ entries that is transparent where the hue is blue: dusk falls behind.",
            listing: "ChromaKey"
        ) { [("hues 190° to 250° replaced", chromaKeyed($0.scene, hues: 190...250, over: $0.dusk))] },
        GalleryRecipe(
            title: "White vignette", summary: "A radial gradient from transparent to white over the picture.",
            listing: "WhiteVignette"
        ) { [("around 160,120", whiteVignette($0.scene, around: CGPoint(x: 160, y: 120), radius: 90))] },
        GalleryRecipe(
            title: "Tilt-shift",
            summary: "Two gradients make a mask through which the picture is blurred above and below a line.",
            listing: "TiltShift"
        ) { [("sharp at half height", tiltShifted($0.scene, at: 120))] },
        GalleryRecipe(
            title: "Pixellate transition", summary: "A dissolve behind pixels that grow and shrink again.",
            listing: "PixellateTransition"
        ) { pictures in
            [0.1, 0.3, 0.5, 0.7, 0.9].map { time in
                ("time \(time)", pixellateTransition(from: pictures.scene, to: pictures.dusk, time: time))
            }
        },
        GalleryRecipe(
            title: "Old film", summary: "Sepia with specks and scratches from one source of noise.", listing: "OldFilm"
        ) { [("aged", oldFilm($0.scene))] },
        GalleryRecipe(
            title: "White vignette for faces",
            summary: "Radial gradients around all faces that a detector finds, the clearest of them over the picture.",
            listing: "FaceVignette"
        ) { pictures in
            let people = try pictures.people.get()
            let shaded = try FaceVignette().image(of: people.image, faces: people.faces)
            return [(people.caption, people.image), ("white away from the faces", shaded)]
        },
        GalleryRecipe(
            title: "Anonymous faces",
            summary: "Squares, a blur of them or black, blended over the faces through a mask of circles.",
            listing: "AnonymousFaces"
        ) { pictures in
            let people = try pictures.people.get()
            return try [(people.caption, people.image)]
                + AnonymousFaces.Style.allCases.map { style in
                    (style.rawValue, try AnonymousFaces(style: style).image(of: people.image, faces: people.faces))
                }
        },
    ]
}

extension CIDetectionError {
    /// Whether something isn't installed, rather than wrong.
    fileprivate var isLack: Bool {
        switch self {
        case .missingLibrary, .missingCascade: true
        case .unknownType, .incompatibleLibrary, .engineFailed: false
        }
    }
}
