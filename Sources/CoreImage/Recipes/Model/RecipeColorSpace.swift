import Foundation
import Pixels

/// A colour space in a recipe.
enum RecipeColorSpace: Sendable, Hashable {
    /// One that has a name.
    case named(String)
    /// One that an ICC profile describes.
    case profile(Data)

    /// The form of a space.
    ///
    /// - Throws: `CIRecipeError.unwritable` for a space that has neither name nor profile.
    init(_ space: CGColorSpace) throws(CIRecipeError) {
        if let name = space.name {
            self = .named(name)
        } else if let data = space.copyICCData() {
            self = .profile(data)
        } else {
            throw .unwritable(subject: "\(space)", reason: "it has neither a name nor an ICC profile")
        }
    }

    /// The space itself.
    ///
    /// - Throws: `CIRecipeError.malformed` for a name that isn't known, or bytes that are no profile.
    func space(at place: String) throws(CIRecipeError) -> CGColorSpace {
        switch self {
        case .named(let name):
            guard let space = CGColorSpace(name: name) else {
                throw .malformed(place: place, reason: "there is no colour space \(CIRecipeError.quoted(name))")
            }
            return space
        case .profile(let data):
            guard let space = CGColorSpace(iccData: data) else {
                throw .malformed(place: place, reason: "the bytes of a colour space are no ICC profile")
            }
            return space
        }
    }
}
