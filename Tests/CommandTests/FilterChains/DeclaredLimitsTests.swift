import CoreImage
import TestSupport
import Testing

@testable import CommandOutput
@testable import FilterChains

@Suite("Values outside of what a filter declares")
struct DeclaredLimitsTests {
    private let limits = DeclaredLimits([kCIAttributeMin: NSNumber(value: 0), kCIAttributeMax: NSNumber(value: 2.5)])

    private func note(_ value: Double) -> String? {
        limits.note(on: NSNumber(value: value), forKey: "inputX", of: "CIFilter")
    }

    @Test("Limits themselves are inside")
    func inside() {
        for value in [0, 1, 2.5] { #expect(note(value) == nil) }
    }

    @Test("The note about a value outside the limits states the limit")
    func outside() {
        #expect(note(-1) == "CIFilter: inputX=-1 is below 0, the least that the filter declares")
        #expect(note(3) == "CIFilter: inputX=3 is above 2.5, the most that the filter declares")
    }

    @Test("Sliders, and values that aren't numbers, have no limits")
    func others() {
        let slider = DeclaredLimits([kCIAttributeSliderMax: NSNumber(value: 1)])
        #expect(slider.note(on: NSNumber(value: 9), forKey: "inputX", of: "CIFilter") == nil)
        #expect(limits.note(on: CIVector(x: 9), forKey: "inputX", of: "CIFilter") == nil)
        #expect(DeclaredLimits(nil).note(on: NSNumber(value: 9), forKey: "inputX", of: "CIFilter") == nil)
    }

    @Test("A value outside the declared limits is reported once for many pictures")
    func chain() throws {
        let said = ReportLog()
        let notes = DistinctNotes { said.add($0) }
        let picture = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
        for _ in 0..<3 {
            _ = try ChainBuilder(input: picture, notes: notes).image(
                for: ChainStep.parse(["SepiaTone", "intensity=-0.5"]))
        }
        #expect(
            said.lines == ["CISepiaTone: inputIntensity=-0.5 is below 0, the least that the filter declares"])
    }
}
