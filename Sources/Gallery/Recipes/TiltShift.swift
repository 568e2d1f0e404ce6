import CoreImage
import Foundation

/// Gives a landscape the look of a model: sharp along a line across the picture, and blurred above and
/// below it.
func tiltShifted(_ image: CIImage, at height: CGFloat) -> CIImage? {
    let extent = image.extent
    let blurred = image.clampedToExtent().applyingGaussianBlur(sigma: 6).cropped(to: extent)

    func gradient(from start: CGFloat) -> CIImage? {
        let filter = CIFilter.linearGradient()
        filter.point0 = CGPoint(x: 0, y: start)
        filter.color0 = CIColor(red: 0, green: 1, blue: 0, alpha: 1)
        filter.point1 = CGPoint(x: 0, y: height)
        filter.color1 = CIColor(red: 0, green: 1, blue: 0, alpha: 0)
        return filter.outputImage
    }

    let addition = CIFilter.additionCompositing()
    addition.inputImage = gradient(from: height + extent.height * 0.4)
    addition.backgroundImage = gradient(from: height - extent.height * 0.4)

    let blend = CIFilter.blendWithMask()
    blend.inputImage = blurred
    blend.backgroundImage = image
    blend.maskImage = addition.outputImage
    let vivid = blend.outputImage?.applyingFilter("CIVibrance", parameters: [kCIInputAmountKey: 0.8])
    return vivid?.cropped(to: extent)
}
