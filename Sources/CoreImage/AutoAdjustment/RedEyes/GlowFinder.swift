import Foundation

/// Looks for one kind of glow in an eye: a compact round spot of its colour, with something else around it.
struct GlowFinder {
    let region: EyeRegion
    let kind: PupilGlow.Kind

    private var sample: PictureSample { region.sample }

    /// The likeliest glow; nil where nothing glows.
    var best: FoundGlow? {
        let isGlowing = zip(sample.colors, sample.weights).map { $1 > 0.5 && belongs($0) }
        return PixelGroup.groups(of: isGlowing, width: sample.width).compactMap(glow).max { $0.score < $1.score }
    }

    /// Whether a colour may be the glow's.
    private func belongs(_ color: SIMD3<Float>) -> Bool {
        let skin = region.skin
        switch kind {
        case .red:
            return color.dullness < min(0.33, 0.45 * skin.dullness) && color.x > 0.1 * skin.red && color.x > 0.01
        case .amber:
            let isGolden = color.blueness < min(0.16, 0.35 * skin.blueness) && color.dullness > 0.3 && color.y <= color.x
            return isGolden && color.x > 0.6 * skin.red
        case .white:
            let (least, most) = (color.min(), color.max())
            return least > 0.6 * most && color.luminance > max(0.2, 1.3 * skin.luminance)
        }
    }

    /// The strength of a pixel's colour, which grows evenly from the iris to the glow.
    private func strength(_ color: SIMD3<Float>) -> Float {
        switch kind {
        case .red: 1 - color.dullness
        case .amber: 1 - color.blueness
        case .white: color.luminance
        }
    }

    /// The largest and smallest radius of a glow, as parts of the eyes' distance.
    private var radii: ClosedRange<Double> { kind == .white ? 0.045...0.12 : 0.02...0.13 }

    /// The glow that a group of pixels is, if it is one.
    private func glow(_ group: PixelGroup) -> FoundGlow? {
        guard group.pixels.count >= 5, !group.touchesBorder, group.isRound(least: kind == .red ? 0.55 : 0.65) else {
            return nil
        }
        let color = group.pixels.reduce(into: SIMD3<Float>.zero) { $0 += sample.colors[$1] } / Float(group.pixels.count)
        // What a glow goes around is a catch-light; an iris goes around something dark.
        for hole in group.holes where sample.colors[hole].luminance < color.luminance { return nil }
        let disc = PixelDisc(group: group, width: sample.width)
        let distance = Double(hypot(disc.x - Double(region.expected.x), disc.y - Double(region.expected.y)))
        let closeness = 1 - distance / (region.place.tolerance * region.spacing)
        guard closeness > 0, let ring = ring(around: disc, group: group) else { return nil }
        let (inner, outer) = (strength(color), ring.strength)
        guard inner > outer else { return nil }
        let radius = (group.softArea(of: sample) { (strength($0) - outer) / (inner - outer) } / .pi).squareRoot()
        guard radii.contains(radius / region.spacing), let contrast = contrast(of: color, against: ring) else {
            return nil
        }
        let center = CGPoint(x: disc.x, y: disc.y).applying(sample.fromImage.inverted())
        let pupil = MeasuredPupil(center: center, radius: radius / region.scale, glow: color)
        return FoundGlow(
            pupil: pupil, relativeRadius: radius / region.spacing, contrast: contrast, closeness: closeness)
    }

    /// What is around a spot: the middle of it by colour and by light.
    private struct Ring {
        let strength: Float
        let dullness: Float
        let luminance: Float
    }

    /// nil where the glow's colour goes on around the spot.
    private func ring(around disc: PixelDisc, group: PixelGroup) -> Ring? {
        let (near, far) = (max(1.3 * disc.radius, disc.radius + 1), max(2 * disc.radius, disc.radius + 2.5))
        var colors: [SIMD3<Float>] = []
        for y in max(0, Int(disc.y - far))...min(sample.height - 1, Int(disc.y + far)) {
            for x in max(0, Int(disc.x - far))...min(sample.width - 1, Int(disc.x + far)) {
                let distance = hypot(Double(x) + 0.5 - disc.x, Double(y) + 0.5 - disc.y)
                if (near...far).contains(distance) { colors.append(sample.colors[y * sample.width + x]) }
            }
        }
        guard colors.count >= 8, colors.count(where: belongs) * 4 < colors.count else { return nil }
        func middle(_ value: (SIMD3<Float>) -> Float) -> Float { colors.map(value).sorted()[colors.count / 2] }
        return Ring(strength: middle(strength), dullness: middle(\.dullness), luminance: middle(\.luminance))
    }

    /// How much the glow differs from what is around it and from skin, from 0 to 1; nil where that isn't enough.
    private func contrast(of color: SIMD3<Float>, against ring: Ring) -> Double? {
        switch kind {
        case .red:
            let beside = color.dullness / min(ring.dullness, region.skin.dullness)
            return beside < 0.55 ? Double(1 - beside) : nil
        case .amber, .white:
            let beside = ring.luminance / color.luminance
            return beside < (kind == .amber ? 0.6 : 0.35) ? Double(1 - beside) : nil
        }
    }
}
