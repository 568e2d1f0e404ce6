import Testing

@Suite("Automatic adjustment: red eyes in a portrait", .enabled(if: FacePictures.isAvailable, FacePictures.missing))
struct RedEyePortraitTests {
    /// Each red in one of the five sizes, and the glows of other colours. `RedEyePortraitLongTests` has each red in all
    /// sizes.
    @Test("Painted glows are found and repaired: pupils come near to those without, all else stays")
    func repairs() throws {
        let settings = RedEyePortrait.settings.enumerated().filter { $0.offset >= 25 || $0.offset % 6 == 0 }
        try RedEyePortrait().expectRepaired(settings.map(\.element))
    }

    /// Each light in one size.
    @Test("Nothing is repaired in the portrait as it is, in any size and light, and with red lips")
    func nothing() throws {
        let (portrait, scales) = (try RedEyePortrait(), RedEyePortrait.scales)
        for (index, cast) in RedEyePortrait.casts.enumerated() {
            try portrait.expectNothing(in: cast, scale: scales[index % scales.count])
        }
        try portrait.expectNothingInLips()
    }
}
