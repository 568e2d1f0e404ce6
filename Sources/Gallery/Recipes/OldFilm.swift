import CoreImage
import Foundation

/// Ages a picture: sepia, white specks, dark scratches.
func oldFilm(_ image: CIImage) -> CIImage? {
    let sepia = image.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 1.0])
    guard let noise = CIFilter.randomGenerator().outputImage else { return nil }

    // Specks: almost invisible, except where the noise is almost transparent. There its unpremultiplied
    // colour is far above white.
    let green = CIVector(x: 0, y: 1, z: 0, w: 0)
    let specks = noise.applyingFilter(
        "CIColorMatrix",
        parameters: [
            "inputRVector": green, "inputGVector": green, "inputBVector": green,
            "inputAVector": CIVector(x: 0, y: 0.005, z: 0, w: 0),
            "inputBiasVector": CIVector(x: 0, y: 0, z: 0, w: 0),
        ])
    let speckled = specks.composited(over: sepia)

    // Scratches: the noise is stretched, and only its darkest red remains.
    let nothing = CIVector(x: 0, y: 0, z: 0, w: 0)
    let scratches = noise.transformed(by: CGAffineTransform(scaleX: 1.5, y: 25)).applyingFilter(
        "CIColorMatrix",
        parameters: [
            "inputRVector": CIVector(x: 4, y: 0, z: 0, w: 0), "inputGVector": nothing, "inputBVector": nothing,
            "inputAVector": nothing, "inputBiasVector": CIVector(x: 0, y: 1, z: 1, w: 1),
        ]
    ).applyingFilter("CIMinimumComponent")

    return scratches.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: speckled])
        .cropped(to: image.extent)
}
