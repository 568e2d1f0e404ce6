import CoreImage
import Foundation
import Testing

@Suite("Enhancement: degraded pictures come nearer to the good ones")
struct EnhancementGainTests {
    /// `EnhancementGainLongTests` has photographs too and compares all pixels. Here the differences of every seventh
    /// one are averaged, thousands in the smallest picture: 7 is prime and doesn't divide the widths, so that the rows'
    /// pixels are different ones.
    private static let step = 7

    @Test("Every kind of degradation of the project's own pictures", arguments: Degradation.kinds)
    func own(degradation: Degradation) throws {
        let gain = try Gain(degradation, GoodPicture.own, every: Self.step)
        #expect(gain.after < gain.before, "\(gain)")
    }

    @Test("Good pictures are left nearly alone", arguments: GoodPicture.own + GoodPicture.photographs)
    func good(picture: GoodPicture) throws {
        let (image, filters) = try picture.enhanced(picture.image())
        if isRecording { print("good:", picture.name, picture.difference(to: image), filters.map(\.name)) }
        let differences = picture.differences(to: image).sorted()
        let mean = differences.reduce(0, +) / Double(differences.count)
        let most = differences[differences.count * 99 / 100]
        #expect(mean <= 3 && most <= 8, "mean \(mean), 99 % below \(most): \(filters.map(\.name))")
    }

    private let isRecording = ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] == "1"
}
