import CoreImageEssentials
import Foundation
import Pixels

/// A colour space in a recipe.
package enum RecipeColorSpace: Sendable, Hashable {
    /// A named colour space.
    case named(String)
    /// A colour space given by an ICC profile.
    case profile(Data)

    /// Creates the recipe form of a colour space.
    ///
    /// - Throws: `CIRecipeError.unwritable` for a space that has neither a name nor a profile.
    init(_ space: CGColorSpace) throws(CIRecipeError) {
        if let name = space.name {
            self = .named(name)
        } else if let data = space.copyICCData() {
            self = .profile(data)
        } else {
            throw .unwritable(subject: "\(space)", reason: "it has neither a name nor an ICC profile")
        }
    }

    /// Returns the colour space.
    ///
    /// - Throws: `CIRecipeError.malformed` for an unknown name or an invalid profile.
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
