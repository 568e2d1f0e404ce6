import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Corrects pupils that glow because of a flash: `CIRedEyeCorrection`.
///
/// A weak glow is accepted only if the other eye glows too. If the metadata say that the flash didn't fire, both eyes
/// must have a strong red glow. Amber and white glows, which can also be reflections of lamps and glasses, are accepted
/// only if the flash fired; amber also in both eyes if the metadata don't mention the flash.
struct RedEyeAdjustment: AutoAdjustment {
    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        let flash = FlashRecord(picture.image.properties)
        let pupils = try picture.faces.flatMap { face in
            try EyeSearchArea.eyes(of: face, orientation: picture.orientation).map { try EyeRegion($0, in: picture) }
                .glows(flash: flash)
        }
        if pupils.isEmpty { return [] }
        let filter = CIFilter.registered(RedEyeCorrection())
        filter.correctionInfo = RedEyeCorrectionInfo(pupils)
        filter.cameraModel = flash.cameraModel
        return [filter]
    }
}

extension [EyeRegion?] {
    /// Returns the glowing pupils of a face's two eyes.
    fileprivate func glows(flash: FlashRecord) -> [MeasuredPupil] {
        for looks in [[GlowAppearance.red, .paleRed], [.amber], [.white]] {
            let glows = compactMap { region in
                region.flatMap { region in
                    looks.compactMap { GlowFinder(region: region, look: $0).best }.max { $0.score < $1.score }
                }
            }
            guard let first = glows.first, let last = glows.last else { continue }
            let isPair = glows.count == 2 && first.isLike(last)
            let isSure =
                switch (looks[0], flash.fired) {
                case (.red, false): isPair && glows.allSatisfy(\.isStrong)
                case (.red, _), (.paleRed, _), (.amber, true): true
                case (.amber, nil), (.white, true): isPair
                case (.amber, false), (.white, _): false
                }
            let kept = !isSure ? [] : isPair ? glows : glows.filter(\.isStrong)
            if !kept.isEmpty { return kept.map(\.pupil) }
        }
        return []
    }
}
