import Testing

@Suite("Automatic adjustment: red eyes in a portrait", .enabled(if: FacePictures.isAvailable, FacePictures.missing))
struct RedEyePortraitTests {
    /// Three reds in three of the five sizes, and two glows of other colours. `RedEyePortraitLongTests` has each red in
    /// all sizes.
    @Test("Painted glows are found and repaired: pupils come near to those without, all else stays")
    func repairs() throws {
        let settings = RedEyePortrait.settings.enumerated().filter { [0, 12, 24, 25, 27].contains($0.offset) }
        try RedEyePortrait().expectRepaired(settings.map(\.element))
    }

    /// Each light in one of the two smaller sizes.
    @Test("Nothing is repaired in the portrait as it is, in any size and light, and with red lips")
    func nothing() throws {
        let (portrait, scales) = (try RedEyePortrait(), RedEyePortrait.scales)
        for (index, cast) in RedEyePortrait.casts.enumerated() {
            try portrait.expectNothing(in: cast, scale: scales[index % 2])
        }
        try portrait.expectNothingInLips()
    }
}
