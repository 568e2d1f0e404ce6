import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Finds a glowing pupil in an eye: a compact round spot of a glow's colour, with different surroundings.
struct GlowFinder {
    let region: EyeRegion
    let look: GlowAppearance

    private var sample: PictureSample { region.sample }

    /// The most probable glow; nil if there is none.
    var best: FoundGlow? {
        let isGlowing = zip(sample.colors, sample.weights).map { $1 > 0.5 && look.includes($0, skin: region.skin) }
        return PixelGroup.groups(of: isGlowing, width: sample.width).compactMap(glow).max { $0.score < $1.score }
    }

    /// Returns the glow that a group of pixels represents; nil if it isn't one.
    private func glow(_ group: PixelGroup) -> FoundGlow? {
        guard group.pixels.count >= 5, !group.touchesBorder, group.isRound(least: look.leastFilling) else { return nil }
        let color = group.pixels.reduce(into: SIMD3<Float>.zero) { $0 += sample.colors[$1] } / Float(group.pixels.count)
        // A hole in a glow must be a catch-light, which is brighter. A ring around something dark is an iris.
        for hole in group.holes where sample.colors[hole].luminance < color.luminance { return nil }
        let disc = PixelDisc(group: group, width: sample.width)
        let distance = Double(hypot(disc.x - Double(region.expected.x), disc.y - Double(region.expected.y)))
        let closeness = 1 - distance / (region.place.tolerance * region.spacing)
        guard closeness > look.leastCloseness,
            let ring = EyeRing(colors(around: disc), look: look, skin: region.skin)
        else { return nil }
        let (inner, outer) = (look.strength(color), ring.strength)
        guard inner > outer else { return nil }
        let area = group.softArea(of: sample) { (look.strength($0) - outer) / (inner - outer) }
        let radius = (area / .pi).squareRoot()
        guard look.radii.contains(radius / region.spacing),
            let contrast = look.contrast(of: color, against: ring, skin: region.skin)
        else { return nil }
        let center = CGPoint(x: disc.x, y: disc.y).applying(sample.fromImage.inverted())
        let pupil = MeasuredPupil(center: center, radius: radius / region.scale, glow: color)
        return FoundGlow(
            pupil: pupil, relativeRadius: radius / region.spacing, contrast: contrast, closeness: closeness)
    }

    /// Returns the colours of a ring around a disc, with an outer radius of about twice the disc's.
    private func colors(around disc: PixelDisc) -> [SIMD3<Float>] {
        let (near, far) = (max(1.3 * disc.radius, disc.radius + 1), max(2 * disc.radius, disc.radius + 2.5))
        var colors: [SIMD3<Float>] = []
        for y in max(0, Int(disc.y - far))...min(sample.height - 1, Int(disc.y + far)) {
            for x in max(0, Int(disc.x - far))...min(sample.width - 1, Int(disc.x + far)) {
                let distance = hypot(Double(x) + 0.5 - disc.x, Double(y) + 0.5 - disc.y)
                if (near...far).contains(distance) { colors.append(sample.colors[y * sample.width + x]) }
            }
        }
        return colors
    }
}
