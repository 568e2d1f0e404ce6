import CoreImage
import Foundation

/// Fades the picture to white with increasing distance from a point.
func whiteVignette(_ image: CIImage, around center: CGPoint, radius: Float) -> CIImage? {
    let gradient = CIFilter.radialGradient()
    gradient.center = center
    gradient.radius0 = radius
    gradient.radius1 = radius * 2
    gradient.color0 = CIColor(red: 1, green: 1, blue: 1, alpha: 0)
    gradient.color1 = CIColor(red: 1, green: 1, blue: 1, alpha: 1)
    return gradient.outputImage?.composited(over: image).cropped(to: image.extent)
}
