import CoreImage

extension FacePortrait {
    /// Returns the portrait with lids painted over its eyes: the colour of the skin below the eye, darker at the top,
    /// and a dark curve of lashes.
    ///
    /// - Parameter lashes: Height of the curve as a fraction of the distance between the eyes.
    func withClosedLids(left: Bool, right: Bool, lashes: CGFloat) -> FacePortrait {
        var result = image
        for (eye, isClosed) in [(leftEye, left), (rightEye, right)] where isClosed {
            result = lid(at: eye, lashes: lashes).composited(over: result)
        }
        return with(result.cropped(to: image.extent))
    }

    private func lid(at eye: CGPoint, lashes: CGFloat) -> CIImage {
        let unit = eyeDistance
        let toEye = CGAffineTransform(translationX: eye.x, y: eye.y).rotated(by: angle * .pi / 180)
        let skin = mean(around: CGPoint(x: 0, y: -0.31 * unit).applying(toEye), radius: 0.06 * unit)
        let patch = CGRect(x: -0.5 * unit, y: -0.5 * unit, width: unit, height: unit)
        // The lid: an ellipse with a soft edge, shaded towards the brow.
        let mask = disc(radius: 0.36 * unit, softness: 0.1 * unit)
            .transformed(by: CGAffineTransform(scaleX: 1, y: 0.52))
        let plain = CIImage(color: skin).cropped(to: patch)
        let shadow = gradient(from: CIColor(red: 0, green: 0, blue: 0, alpha: 0.25), atY: 0.2 * unit, toY: -0.02 * unit)
            .cropped(to: patch)
        let lid = masked(shadow.composited(over: plain), by: mask)
        // The lashes are a crescent: a circle minus the same circle a little higher.
        let radius = 0.5 * unit
        let line = disc(radius: radius, softness: 1).transformed(
            by: CGAffineTransform(translationX: 0, y: radius - 0.08 * unit))
        let above = line.transformed(by: CGAffineTransform(translationX: 0, y: lashes * unit))
        let crescent = line.applyingFilter("CISourceOutCompositing", parameters: [kCIInputBackgroundImageKey: above])
            .cropped(to: CGRect(x: -0.27 * unit, y: -0.2 * unit, width: 0.54 * unit, height: 0.2 * unit))
        let dark = CIColor(red: skin.red * 0.25, green: skin.green * 0.25, blue: skin.blue * 0.25)
        return masked(CIImage(color: dark).cropped(to: patch), by: crescent).composited(over: lid).transformed(
            by: toEye)
    }

    private func mean(around point: CGPoint, radius: CGFloat) -> CIColor {
        let area = CGRect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)
        let mean = image.applyingFilter("CIAreaAverage", parameters: [kCIInputExtentKey: CIVector(cgRect: area)])
        var bytes = [UInt8](repeating: 0, count: 4)
        CIContext().render(
            mean, toBitmap: &bytes, rowBytes: 4, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        return CIColor(red: CGFloat(bytes[0]) / 255, green: CGFloat(bytes[1]) / 255, blue: CGFloat(bytes[2]) / 255)
    }

    private func disc(radius: CGFloat, softness: CGFloat) -> CIImage {
        let filter = CIFilter.radialGradient()
        (filter.center, filter.radius0, filter.radius1) = (.zero, Float(radius - softness), Float(radius))
        (filter.color0, filter.color1) = (.white, .clear)
        let reach = radius + 1
        return (filter.outputImage ?? .empty()).cropped(
            to: CGRect(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach))
    }

    private func gradient(from color: CIColor, atY start: CGFloat, toY end: CGFloat) -> CIImage {
        let filter = CIFilter.linearGradient()
        (filter.point0, filter.point1) = (CGPoint(x: 0, y: start), CGPoint(x: 0, y: end))
        (filter.color0, filter.color1) = (color, .clear)
        return filter.outputImage ?? .empty()
    }

    private func masked(_ image: CIImage, by mask: CIImage) -> CIImage {
        image.applyingFilter("CISourceInCompositing", parameters: [kCIInputBackgroundImageKey: mask])
    }
}
