import Pixels

extension OptimisationContext {
    /// Whether a colour's components need no conversion.
    func isInWorkingSpace(_ color: GraphColor) -> Bool {
        color.colorSpace == nil || workingColorSpace == nil || color.colorSpace == workingColorSpace
    }

    /// Returns a colour as a premultiplied pixel in the working space.
    func pixel(for color: GraphColor) throws -> SIMD4<Float> {
        guard !isInWorkingSpace(color), let from = color.colorSpace, let workingColorSpace else {
            return color.components.multipliedByAlpha
        }
        return try ColorConversion(from: from, to: workingColorSpace).apply(color.components).multipliedByAlpha
    }
}

extension SIMD4<Float> {
    /// The pixel with its colour multiplied by alpha.
    var multipliedByAlpha: SIMD4<Float> {
        var result = self * w
        result.w = w
        return result
    }
}
