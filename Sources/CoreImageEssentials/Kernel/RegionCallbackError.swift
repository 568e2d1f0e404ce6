import Foundation

/// A kernel's region callback returned a rectangle of which a coordinate isn't a number.
struct RegionCallbackError: Error {
    /// The number of the image, from 0.
    let index: Int
    /// The rectangle to compute.
    let output: CGRect
    /// The rectangle that the callback returned.
    let answer: CGRect
}

extension RegionCallbackError: CustomStringConvertible, LocalizedError {
    /// What the callback returned, and what it should return.
    var description: String {
        "the region callback returned \(Self.text(answer)) as the part of image \(index) that \(Self.text(output)) needs, which is no "
            + "rectangle; let it return numbers, or CGRect.null where the kernel reads nothing"
    }

    /// The same text, for `localizedDescription`.
    var errorDescription: String? { description }

    private static func text(_ rect: CGRect) -> String {
        "(\(rect.origin.x), \(rect.origin.y), \(rect.size.width) × \(rect.size.height))"
    }
}

extension CGRect {
    /// Whether a coordinate, the width or the height isn't a number.
    var hasNaN: Bool { origin.x.isNaN || origin.y.isNaN || size.width.isNaN || size.height.isNaN }
}
