import Anonymising
import CommandOutput
import CoreImage
import Foundation

/// An effect that combines several filters, with the code that produces its pictures.
struct GalleryRecipe: Sendable {
    let title: String
    let summary: String
    /// The name of the code's file, without its extension. `RecipeListings` contains its text.
    let listing: String
    private let frames: @Sendable (_ pictures: Pictures) throws -> [(caption: String, image: CIImage?)]

    /// The pictures to which recipes are applied.
    struct Pictures: Sendable {
        let scene: CIImage
        let dusk: CIImage
        /// A picture with people, or the reason why there is none.
        let people: Result<GalleryPeople, any Error>
    }

    /// A recipe with its rendered pictures.
    struct Rendered: Sendable {
        let title: String
        let summary: String
        let code: String
        let frames: [(caption: String, outcome: Result<GalleryPicture, Refusal>)]
        /// The reason why this machine can't render the recipe, or nil.
        var missingDependency: String?

        var error: String? {
            frames.lazy.compactMap { if case .failure(let refusal) = $0.outcome { refusal.description } else { nil } }
                .first
        }
    }

    /// Renders the recipe's frames into files that are named after its listing.
    func rendered(of pictures: Pictures, with painter: GalleryPainter) -> Rendered {
        let start = ContinuousClock.now
        let code = RecipeListings.text[listing] ?? ""
        let frames: [(caption: String, image: CIImage?)]
        do { frames = try self.frames(pictures) } catch let error as CIDetectionError where error.isMissingDependency {
            return Rendered(
                title: title, summary: summary, code: code, frames: [], missingDependency: error.description)
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
                    var hiding = AnonymousFaces.standard
                    hiding.style = style
                    return (style.rawValue, try hiding.image(of: people.image, faces: people.faces))
                }
        },
    ]
}

extension CIDetectionError {
    /// Whether a component isn't installed, as opposed to a failure.
    fileprivate var isMissingDependency: Bool {
        switch self {
        case .missingLibrary, .missingCascade: true
        case .unknownType, .incompatibleLibrary, .engineFailed: false
        }
    }
}
