/// Copies of the recipes' files in `Recipes` and `Faces`, for the gallery's pages. A test compares them
/// with the files, and `COREIMAGE_RECORD=1` updates them.
enum RecipeListings {
    /// The texts, keyed by the file's name without its extension.
    static let text: [String: String] = [
        "AnonymousFaces": #"""
        import CoreImage
        import Foundation

        /// Hides faces so that they can't be recognised.
        ///
        /// A circle covers the face's bounds and a margin, at any rotation. The circle shows at most 8 × 8
        /// colours.
        struct AnonymousFaces: Sendable {
            /// The replacement for a face.
            enum Style: String, CaseIterable, Sendable {
                /// Squares, eight across the circle.
                case pixellate
                /// The same squares, blurred until their edges vanish. A blur of the face itself could be
                /// reversed, especially in deep pixels.
                case blur
                /// Black, from which nothing can be guessed.
                case fill
            }

            var style = Style.pixellate
            /// The distance from the corners of a face's bounds to the circle, as a fraction of their width. It
            /// covers hair, chin and ears.
            var margin = 0.25

            /// Returns the picture with the faces hidden. Pixels outside of the circles are unchanged.
            func image(of picture: CIImage, faces: [CGRect]) throws -> CIImage {
                // The largest circle is drawn last. It covers the finer squares of smaller ones inside it, for
                // example of an eye that was mistaken for a face.
                let hidden = try faces.sorted { $0.width < $1.width }.reduce(picture) { result, face in
                    try cover(for: face, of: picture).filtered(
                        by: "CIBlendWithMask",
                        parameters: [kCIInputBackgroundImageKey: result, kCIInputMaskImageKey: try circle(around: face)])
                }
                return hidden.cropped(to: picture.extent)
            }

            /// Returns the radius of the circle around a face.
            func radius(around face: CGRect) -> CGFloat {
                hypot(face.width, face.height) / 2 + margin * max(face.width, face.height)
            }

            /// Returns a mask that is white inside the circle and black outside.
            private func circle(around face: CGRect) throws -> CIImage {
                let gradient = CIFilter.radialGradient()
                gradient.center = CGPoint(x: face.midX, y: face.midY)
                gradient.radius0 = Float(radius(around: face))
                gradient.radius1 = Float(radius(around: face)) + 1
                gradient.color0 = .white
                gradient.color1 = .black
                return try gradient.renderableOutput()
            }

            /// Returns the content of the circle, with a border of one pixel.
            private func cover(for face: CGRect, of picture: CIImage) throws -> CIImage {
                let reach = radius(around: face) + 1
                let box = CGRect(x: face.midX, y: face.midY, width: 0, height: 0).insetBy(dx: -reach, dy: -reach)
                let side = max(2 * radius(around: face) / 8, 1)
                // Clamping gives squares at the picture's edge the colours of the edge.
                let squares = try picture.clampedToExtent().filtered(
                    by: "CIPixellate",
                    parameters: [kCIInputScaleKey: side, kCIInputCenterKey: CIVector(x: face.midX, y: face.midY)])
                let cover =
                    switch style {
                    case .pixellate: squares
                    case .blur: try squares.filtered(by: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 0.6 * side])
                    case .fill: CIImage(color: .black)
                    }
                return cover.cropped(to: box.intersection(picture.extent))
            }
        }
        """#,
        "ChromaKey": #"""
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
        """#,
        "ColorInvert": #"""
        import CoreImage

        /// A filter that inverts colours, made by subclassing and using another filter.
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
        "FaceVignette": #"""
        import CoreImage
        import Foundation

        /// Fades a picture to white with increasing distance from its faces.
        struct FaceVignette: Sendable {
            /// Returns the picture with the fade, which begins at a distance of one face height from each face's
            /// centre. Without faces the picture is unchanged.
            func image(of picture: CIImage, faces: [CGRect]) throws -> CIImage {
                let shades = try faces.map { try shade(around: $0, in: picture.extent) }
                guard let first = shades.first else { return picture }
                // Among several faces the nearest one determines the opacity of the white.
                let nearest = try shades.dropFirst().reduce(first) { nearest, other in
                    try other.filtered(by: "CIMinimumCompositing", parameters: [kCIInputBackgroundImageKey: nearest])
                }
                return nearest.composited(over: picture).cropped(to: picture.extent)
            }

            /// Returns a gradient from transparent white at the face to opaque white far away.
            private func shade(around face: CGRect, in frame: CGRect) throws -> CIImage {
                let gradient = CIFilter.radialGradient()
                gradient.center = CGPoint(x: face.midX, y: face.midY)
                gradient.radius0 = Float(max(frame.width, frame.height))
                gradient.radius1 = Float(face.height)
                gradient.color0 = CIColor(red: 1, green: 1, blue: 1, alpha: 1)
                gradient.color1 = CIColor(red: 1, green: 1, blue: 1, alpha: 0)
                return try gradient.renderableOutput()
            }
        }
        """#,
        "OldFilm": #"""
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
        """#,
        "PixellateTransition": #"""
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
        """#,
        "TiltShift": #"""
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
        """#,
        "WhiteVignette": #"""
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
        """#,
    ]
}
