import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// Supplies a recipe's writer with the names and numbers of objects that can't be stored themselves.
package protocol RecipeWritingContext {
    /// Returns the name of an image that is supplied when the recipe is used; nil if the image is to be stored.
    func name(of node: ImageNode) -> String?

    /// Returns whether the recipe's reader can create filters of this name. The images of other filters are stored as
    /// the steps that they consist of.
    func isKnown(filter name: String) -> Bool

    /// Returns the headroom of the image that was named for a node; 0 if it states none.
    func headroom(of node: ImageNode) -> Float

    /// Returns the step for a source of pixels, such as a file, a bitmap or a provider.
    ///
    /// - Throws: The reason, if the source can't be stored.
    func step(forSource source: any PixelSource, colorManaged: Bool) throws -> RecipeStep

    /// Returns a number for a kernel's region function of `images` images.
    ///
    /// - Throws: The reason, if functions can't be referred to, as in files.
    func number(
        ofRegion region: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect, images: Int, kernel: String
    ) throws -> Int

    /// Returns a number for a processor.
    ///
    /// - Throws: The reason, if processors can't be referred to, as in files.
    func number(ofProcessor computation: any NativeOperator) throws -> Int
}

extension RecipeWritingContext {
    /// Returns true: a reader that has loaded the same units can create all filters.
    package func isKnown(filter name: String) -> Bool { true }

    /// Returns 0, so that each image's headroom is stored.
    package func headroom(of node: ImageNode) -> Float { 0 }
}
