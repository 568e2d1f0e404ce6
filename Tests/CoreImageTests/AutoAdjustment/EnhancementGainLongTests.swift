import CoreImage
import Foundation
import Testing

/// Every degradation, over all pixels. COREIMAGE_RECORD=1 prints the figures that the documentation publishes.
@Suite("Enhancement: all degraded pictures come nearer to the good ones")
struct EnhancementGainLongTests {
    @Test("Every degradation of the project's own pictures", arguments: Degradation.all)
    func own(degradation: Degradation) throws {
        let gain = try Gain(degradation, GoodPicture.own)
        if isRecording { print("own:", gain) }
        #expect(gain.after < gain.before, "\(gain)")
    }

    @Test(
        "Every degradation of photographs",
        .enabled(if: !GoodPicture.photographs.isEmpty, "there are no photographs: pip3 install scikit-image"),
        arguments: Degradation.all)
    func photographs(degradation: Degradation) throws {
        let gain = try Gain(degradation, GoodPicture.photographs)
        if isRecording { print("photographs:", gain) }
        #expect(gain.after < gain.before, "\(gain)")
    }

    private let isRecording = ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] == "1"

    @Test(
        "Gains with the pictures of a folder", .enabled(if: !GoodPicture.given.isEmpty, "no COREIMAGE_PICTURES"))
    func given() throws {
        let good = try GoodPicture.given.map { ($0, $0.difference(to: try $0.enhanced($0.image()).image)) }
        print("good as they are: mean \(mean(good.map(\.1))), most \(good.map(\.1).max() ?? 0)")
        for (picture, difference) in good where difference > 1.5 { print("  \(picture.name): \(difference)") }
        var (before, after) = (0.0, 0.0)
        for degradation in Degradation.all {
            let gain = try Gain(degradation, GoodPicture.given)
            print(gain)
            before += gain.before / Double(Degradation.all.count)
            after += gain.after / Double(Degradation.all.count)
        }
        print("all", before, after)
        #expect(after < before)
    }

    private func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(max(numbers.count, 1)) }
}
