import CoreImage
import Foundation

/// Dissolves one picture into another, while the pixels grow and shrink again. `time` is from 0 to 1.
func pixellateTransition(from image: CIImage, to target: CIImage, time: Double) -> CIImage {
    let dissolved = image.clampedToExtent().applyingFilter(
        "CIDissolveTransition",
        parameters: [
            kCIInputTargetImageKey: target.clampedToExtent(),
            kCIInputTimeKey: min(max(2 * (time - 0.25), 0), 1),
        ])
    let center = CIVector(x: image.extent.midX, y: image.extent.midY)
    return dissolved.applyingFilter(
        "CIPixellate",
        parameters: [kCIInputScaleKey: max(1, 60 * (1 - 2 * abs(time - 0.5))), kCIInputCenterKey: center]
    ).cropped(to: image.extent)
}
