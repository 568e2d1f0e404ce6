import CoreImage
import Foundation

/// Lets the picture fade into white away from a point.
func whiteVignette(_ image: CIImage, around center: CGPoint, radius: Float) -> CIImage? {
    let gradient = CIFilter.radialGradient()
    gradient.center = center
    gradient.radius0 = radius
    gradient.radius1 = radius * 2
    gradient.color0 = CIColor(red: 1, green: 1, blue: 1, alpha: 0)
    gradient.color1 = CIColor(red: 1, green: 1, blue: 1, alpha: 1)
    return gradient.outputImage?.composited(over: image).cropped(to: image.extent)
}
