import Foundation

/// Chains of filters in XMP, the form in which picture files and their sidecars keep adjustments.
extension CIFilter {
    /// The filters as an XMP packet: a chain, as in `CIRecipe.init(filters:placeholders:)`, in an element of a namespace of its own.
    ///
    /// Other programs keep the element without understanding it. Positions and lengths are in pixels of the image that the filters were
    /// set up for.
    ///
    /// - Parameters:
    ///   - filters: Registered filters, whose images other than `inputImage` are files or small.
    ///   - extent: Extent of the image that the filters were set up for, which the packet records.
    /// - Returns: nil, with the reason in the log, where the filters can't be written; `xmp(from:inputImageExtent:)` throws it instead.
    public class func serializedXMP(from filters: [CIFilter], inputImageExtent extent: CGRect) -> Data? {
        do { return try xmp(from: filters, inputImageExtent: extent) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The filters as an XMP packet: the throwing twin of `serializedXMP(from:inputImageExtent:)`.
    ///
    /// - Throws: `CIRecipeError`, `CIFilterError`.
    public class func xmp(from filters: [CIFilter], inputImageExtent extent: CGRect) throws -> Data {
        try RecipePacket(recipe: try CIRecipe(filters: filters), extent: extent).data
    }

    /// The filters of an XMP packet, in order, with their values but without `inputImage`.
    ///
    /// - Parameters:
    ///   - xmpData: A packet that holds what `serializedXMP(from:inputImageExtent:)` wrote.
    ///   - extent: Extent of the image that the filters are for. They are moved along with its lower left corner, where that is elsewhere
    ///     than that of the image that they were set up for: positions are the filters' inputs of type position or rectangle, and the eyes of
    ///     `CIRedEyeCorrection`.
    /// - Throws: `CIRecipeError`.
    public class func filterArray(
        fromSerializedXMP xmpData: Data, inputImageExtent extent: CGRect
    ) throws -> [CIFilter] {
        let packet = try RecipePacket(xmpData)
        let filters = try packet.recipe.filters()
        for filter in filters { filter.movePlaces(from: packet.extent, to: extent) }
        return filters
    }

    /// Moves positions and rectangles along with the image's lower left corner.
    private func movePlaces(from old: CGRect, to new: CGRect) {
        let (dx, dy) = (new.minX - old.minX, new.minY - old.minY)
        guard dx.isFinite, dy.isFinite, dx != 0 || dy != 0, !old.isInfinite, !new.isInfinite else { return }
        for key in inputKeys {
            if let eyes = inputs.input(forKey: key)?.current as? RedEyeCorrectionInfo {
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
