import Testing

/// All combinations of what `RedEyeAdjustmentTests` tries in turn.
@Suite("Automatic adjustment: red eyes, all combinations")
struct RedEyeAdjustmentLongTests {
    @Test("Red pupils are measured to parts of a pixel", arguments: DrawnFace.measuredGlows)
    func measured(glow: SIMD3<Float>) throws {
        try DrawnFace.expectMeasured(glow: glow, knowsEyes: [[true, false], [true, false], [true, false]])
    }

    @Test(
        "What isn't a glow is left alone: other eyes, red lips, glasses, make-up, warm and cold light",
        arguments: DrawnFace.withoutGlow.indices)
    func nothing(index: Int) throws {
        for light in DrawnFace.lights {
            try DrawnFace.withoutGlow[index].expectNothing(in: light, DrawnFace.reports, "face \(index)")
        }
    }
}
