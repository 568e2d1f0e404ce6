import Foundation

/// What a recipe's reader asks of whoever uses it: the things that a recipe only names.
protocol RecipeReadingContext {
    /// The image that is given under that name.
    func image(named name: String) throws -> CIImage
    /// The picture in a file.
    func image(atPath path: String) throws -> CIImage
    /// A kernel's region function of another process.
    func region(_ number: Int) throws -> CIKernelRegion
    /// The image that a computation of another process makes.
    func processor(_ processor: RecipeProcessor, inputs: [CIImage]) throws -> CIImage
    /// The error for an image that could not be rendered where its recipe was written, for this reason.
    func failure(_ reason: String) -> any Error
    /// Whether no kernel of the recipe may be compiled to machine code.
    var marksKernelsSandboxed: Bool { get }
}

extension RecipeReadingContext {
    /// That it could not be rendered.
    func failure(_ reason: String) -> any Error { RecordedFailure(text: reason) }
}
