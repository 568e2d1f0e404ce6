import Foundation
import ImageGraph
import Pixels

/// What a recipe's writer asks of whoever wants it written: how things are called that have no form of their own.
protocol RecipeWritingContext {
    /// The name of an image that is given when the recipe is used; nil where the image is to be written itself.
    func name(of node: ImageNode) -> String?

    /// Whether the recipe's reader can make filters of that name; what others made is written as the steps that it consists of.
    func isKnown(filter name: String) -> Bool

    /// The headroom of the image that was named for a node; 0 where it states none.
    func headroom(of node: ImageNode) -> Float

    /// The step for pixels from a file, a bitmap or a provider.
    ///
    /// - Throws: why they can't be written.
    func step(forSource source: any PixelSource, colorManaged: Bool) throws -> RecipeStep

    /// The number of a kernel's region function, for `images` images.
    ///
    /// - Throws: why there is none, as in files.
    func number(
        ofRegion region: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect, images: Int, kernel: String
    ) throws -> Int

    /// The number of a computation in machine code.
    ///
    /// - Throws: why there is none, as in files.
    func number(ofProcessor computation: any NativeOperator) throws -> Int
}

extension RecipeWritingContext {
    /// Readers that have loaded the same units know all filters.
    func isKnown(filter name: String) -> Bool { true }

    /// None, so that each image's is written.
    func headroom(of node: ImageNode) -> Float { 0 }
}
