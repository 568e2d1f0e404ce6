import CoreImage
import Foundation
import KernelLanguage
import Rendering

/// Errors in their own words, safe to print: names in them come from units.
enum ErrorText {
    static func of(_ error: any Error) -> String {
        let cause = cause(of: error)
        let text = (cause as? any LocalizedError)?.errorDescription ?? "\(cause)"
        return text.split(separator: "\n").map { printable(String($0), limit: 600) }.joined(separator: "\n")
    }

    /// The reason that was known when the recipe was built, where the renderer only passes it on.
    static func cause(of error: any Error) -> any Error {
        if case .sourceFailed(_, let failure as RecipeFailure) = error as? RenderingError { return failure.error }
        return error
    }
}
