import CoreImage
import Foundation
import Rendering
import UntrustedInput

/// Converts errors to text. The text is made printable, because names in it come from units.
enum ErrorText {
    static func of(_ error: any Error) -> String {
        let cause = cause(of: error)
        let text = (cause as? any LocalizedError)?.errorDescription ?? "\(cause)"
        return text.split(separator: "\n").map { printable(String($0), limit: 600) }.joined(separator: "\n")
    }

    /// Returns the underlying reason if the renderer only passes on an error from building the recipe.
    static func cause(of error: any Error) -> any Error {
        if case .sourceFailed(_, let failure as RecipeFailure) = error as? RenderingError { return failure.error }
        return error
    }
}
