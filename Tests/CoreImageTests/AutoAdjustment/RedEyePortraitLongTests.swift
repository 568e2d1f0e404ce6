import Testing

/// Red eyes painted into a photograph: all reds, sizes and lights. `RedEyeAdjustmentTests` has drawn faces.
@Suite(
    "Automatic adjustment: red eyes in a portrait, all combinations",
    .enabled(if: FacePictures.isAvailable, FacePictures.missing))
struct RedEyePortraitLongTests {
    @Test("Painted glows are found and repaired: pupils come near to those without, all else stays")
    func repairs() throws { try RedEyePortrait().expectRepaired(RedEyePortrait.settings) }

    @Test(
        "Nothing is repaired in the portrait as it is, in any size and light", arguments: RedEyePortrait.casts.indices)
    func nothing(index: Int) throws {
        let portrait = try RedEyePortrait()
        for scale in RedEyePortrait.scales { try portrait.expectNothing(in: RedEyePortrait.casts[index], scale: scale) }
    }
}
