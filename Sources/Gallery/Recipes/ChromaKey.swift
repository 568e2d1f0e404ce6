import CoreImage
import Foundation

/// Replaces colours whose hue is in a range with the background, by a colour cube of 64 × 64 × 64
/// entries that is transparent there.
func chromaKeyed(_ image: CIImage, hues: ClosedRange<Float>, over background: CIImage) -> CIImage {
    let size = 64
    var cube: [Float] = []
    cube.reserveCapacity(size * size * size * 4)
    for blue in 0..<size {
        for green in 0..<size {
            for red in 0..<size {
                let color = SIMD3(Float(red), Float(green), Float(blue)) / Float(size - 1)
                let alpha: Float = hues.contains(hue(of: color)) ? 0 : 1
                cube += [color.x * alpha, color.y * alpha, color.z * alpha, alpha]
            }
        }
    }
    let keyed = image.applyingFilter(
        "CIColorCubeWithColorSpace",
        parameters: [
            "inputCubeDimension": size,
            "inputCubeData": cube.withUnsafeBytes { Data($0) },
            "inputColorSpace": CGColorSpace(name: CGColorSpace.sRGB)!,
        ])
    return keyed.composited(over: background)
}

/// Returns the hue in degrees, from 0 (red) over 120 (green) to 360, or −1 for colours with almost no
/// hue.
private func hue(of color: SIMD3<Float>) -> Float {
    let (most, least) = (color.max(), color.min())
    let span = most - least
    guard span > 0.25 * most else { return -1 }
    let sixth: Float =
        if most == color.x {
            (color.y - color.z) / span
        } else if most == color.y {
            (color.z - color.x) / span + 2
        } else {
            (color.x - color.y) / span + 4
        }
    return (sixth < 0 ? sixth + 6 : sixth) * 60
}
