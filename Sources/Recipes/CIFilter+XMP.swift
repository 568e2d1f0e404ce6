import CoreImageEssentials
import Foundation

/// Filter chains in XMP, the format in which picture files and their sidecar files store adjustments.
extension CIFilter {
    /// Returns filters as an XMP packet that contains a chain, as `CIRecipe.init(filters:placeholders:)` does, in an
    /// element with a separate namespace.
    ///
    /// Other programs preserve the element without interpreting it. Positions and lengths are in pixels of the image
    /// that the filters were set up for.
    ///
    /// - Parameters:
    ///   - filters: Registered filters. Their images other than `inputImage` must be files or small.
    ///   - extent: The extent of the image that the filters were set up for, which the packet stores.
    /// - Returns: The packet; nil if the filters can't be written. The reason is then logged;
    ///   `xmp(from:inputImageExtent:)` throws it instead.
    public class func serializedXMP(from filters: [CIFilter], inputImageExtent extent: CGRect) -> Data? {
        do { return try xmp(from: filters, inputImageExtent: extent) } catch {
            logError(error)
            return nil
        }
    }

    /// Returns filters as an XMP packet, like `serializedXMP(from:inputImageExtent:)`, but throws errors.
    ///
    /// - Throws: `CIRecipeError`, `CIFilterError`.
    public class func xmp(from filters: [CIFilter], inputImageExtent extent: CGRect) throws -> Data {
        try RecipePacket(recipe: try CIRecipe(filters: filters), extent: extent).data
    }

    /// Returns the filters of an XMP packet, in order, with their values but without `inputImage`.
    ///
    /// - Parameters:
    ///   - xmpData: A packet that `serializedXMP(from:inputImageExtent:)` wrote, or that contains its element.
    ///   - extent: The extent of the image that the filters are for. If its lower left corner differs from that of the
    ///     image that the filters were set up for, positions are moved by the difference. These are the inputs of type
    ///     position or rectangle, and the eyes of `CIRedEyeCorrection`.
    /// - Throws: `CIRecipeError`.
    public class func filterArray(
        fromSerializedXMP xmpData: Data, inputImageExtent extent: CGRect
    ) throws -> [CIFilter] {
        let packet = try RecipePacket(xmpData)
        let filters = try packet.recipe.filters()
        for filter in filters { filter.movePlaces(from: packet.extent, to: extent) }
        return filters
    }

    /// Moves positions and rectangles by the distance between the lower left corners of the two extents.
    private func movePlaces(from old: CGRect, to new: CGRect) {
        let (dx, dy) = (new.minX - old.minX, new.minY - old.minY)
        guard dx.isFinite, dy.isFinite, dx != 0 || dy != 0, !old.isInfinite, !new.isInfinite else { return }
        for key in inputKeys {
            if let eyes = inputs.input(forKey: key)?.current as? any PlacedInputValue {
                setValue(eyes.moved(dx: dx, dy: dy), forKey: key)
                continue
            }
            let type = (attributes[key] as? [String: Any])?[kCIAttributeType] as? String
            guard type == kCIAttributeTypePosition || type == kCIAttributeTypeRectangle,
                let vector = value(forKey: key) as? CIVector, vector.count >= 2
            else { continue }
            var numbers = vector.components
            numbers[0] += dx
            numbers[1] += dy
            setValue(CIVector(components: numbers), forKey: key)
        }
    }
}
