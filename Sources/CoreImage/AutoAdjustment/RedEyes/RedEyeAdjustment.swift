import Foundation

/// Repairs pupils that a flash made glow: `CIRedEyeCorrection`.
///
/// A faint glow counts where the other eye glows too. Where the metadata say that the flash didn't fire, both eyes must glow red beyond
/// doubt; amber and white light, which lamps and glasses throw back as well, counts only where the flash fired, or amber in both eyes
/// where nothing is known of the flash.
struct RedEyeAdjustment: AutoAdjustment {
    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        let flash = FlashRecord(picture.image.properties)
        let pupils = try picture.faces.flatMap { face in
            try EyePlace.eyes(of: face, orientation: picture.orientation).map { try EyeRegion($0, in: picture) }
                .glows(flash: flash)
        }
        if pupils.isEmpty { return [] }
        let filter = RedEyeCorrection()
        filter.correctionInfo = RedEyeCorrectionInfo(pupils)
        filter.cameraModel = flash.cameraModel
        return [filter]
    }
}

extension [EyeRegion?] {
    /// The pupils that glow, of a face's two eyes.
    fileprivate func glows(flash: FlashRecord) -> [MeasuredPupil] {
        for looks in [[GlowLook.red, .paleRed], [.amber], [.white]] {
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
