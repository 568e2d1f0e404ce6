import CoreImageEssentials
import Foundation

/// Supplies a recipe's reader with the objects that the recipe refers to by name or number.
package protocol RecipeReadingContext {
    /// Returns the image supplied under this name.
    func image(named name: String) throws -> CIImage
    /// Returns the image of a picture file.
    func image(atPath path: String) throws -> CIImage
    /// Returns a kernel's region function, which runs in another process.
    func region(_ number: Int) throws -> CIKernelRegion
    /// Returns the image of a processor that runs in another process.
    func processor(_ processor: RecipeProcessor, inputs: [CIImage]) throws -> CIImage
    /// Returns the error for an image that could not be rendered when its recipe was written.
    func failure(_ reason: String) -> any Error
    /// Whether the recipe's kernels must be interpreted rather than compiled to machine code.
    var marksKernelsSandboxed: Bool { get }
}

extension RecipeReadingContext {
    /// Returns a `RecordedFailure`.
    package func failure(_ reason: String) -> any Error { RecordedFailure(text: reason) }
}
