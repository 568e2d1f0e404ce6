/// The texts of the files in `Recipes`, for the gallery's pages: a test compares them, and `COREIMAGE_RECORD=1` records them anew.
enum RecipeListings {
    /// Text by the file's name without its ending.
    static let text: [String: String] = [
        "ChromaKey": #"""
        import CoreImage
        import Foundation

        /// Replaces what has a hue in the range by the background, through a colour cube of 64 × 64 × 64 entries that is transparent there.
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

        /// Degrees from 0 (red) over 120 (green) to 360; −1 for colours with hardly any hue.
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
        """#,
        "ColorInvert": #"""
        import CoreImage

        /// Inverts colours: a filter made by subclassing, out of another one.
        final class ColorInvert: CIFilter {
            var inputImage: CIImage?

            override var outputImage: CIImage? {
                inputImage?.applyingFilter(
                    "CIColorMatrix",
                    parameters: [
                        "inputRVector": CIVector(x: -1, y: 0, z: 0),
                        "inputGVector": CIVector(x: 0, y: -1, z: 0),
                        "inputBVector": CIVector(x: 0, y: 0, z: -1),
                        "inputBiasVector": CIVector(x: 1, y: 1, z: 1),
                    ])
            }
        }

        func inverted(_ image: CIImage) -> CIImage? {
            let filter = ColorInvert()
            filter.inputImage = image
            return filter.outputImage
        }
        """#,
        "OldFilm": #"""
        import CoreImage
        import Foundation

        /// Ages a picture: sepia, white specks, dark scratches.
        func oldFilm(_ image: CIImage) -> CIImage? {
            let sepia = image.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 1.0])
            guard let noise = CIFilter.randomGenerator().outputImage else { return nil }

            // Specks: nearly invisible, except where the noise is nearly transparent: there its unpremultiplied colour is far above white.
            let green = CIVector(x: 0, y: 1, z: 0, w: 0)
            let specks = noise.applyingFilter(
                "CIColorMatrix",
                parameters: [
                    "inputRVector": green, "inputGVector": green, "inputBVector": green,
                    "inputAVector": CIVector(x: 0, y: 0.005, z: 0, w: 0),
                    "inputBiasVector": CIVector(x: 0, y: 0, z: 0, w: 0),
                ])
            let speckled = specks.composited(over: sepia)

            // Scratches: the noise drawn out, of which only the darkest red is left.
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
        """#,
        "PixellateTransition": #"""
        import CoreImage
        import Foundation

        /// Goes from one picture to another over ever larger pixels and back; `time` runs from 0 to 1.
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
        """#,
        "TiltShift": #"""
        import CoreImage
        import Foundation

        /// Makes a landscape look like a model: sharp along a line across the picture, blurred above and below.
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
        """#,
        "WhiteVignette": #"""
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
        """#,
    ]
}
