import CoreImage

/// The recipe that a page shows as a graph, and the operation whose picture it shows instead of the result.
struct GraphInspection: Sendable {
    /// The latest explanation, whose numbers of operations the page uses.
    private(set) var explanation: CIImageExplanation?
    /// The result that was explained.
    private(set) var subject = PreviewRequest.Subject.after
    /// The number of recipes so far. Small pictures of earlier ones aren't computed any more.
    private(set) var count = 0
    /// The operation that is shown; nil for the result.
    var operation: Int?

    /// The image of the operation that is shown; nil if none is, or the recipe hasn't got it any more.
    var image: CIImage? { operation.flatMap { explanation?.image(ofOperation: $0) } }

    /// Takes a new explanation.
    mutating func take(_ explanation: CIImageExplanation, of subject: PreviewRequest.Subject) {
        // The page explains a recipe again whenever pixels have come.
        if explanation.dot != self.explanation?.dot { count += 1 }
        (self.explanation, self.subject) = (explanation, subject)
    }
}
