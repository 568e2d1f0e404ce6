import CoreImage
import Foundation
import Testing

@Suite("Enhancement: degraded pictures come nearer to the good ones")
struct EnhancementGainTests {
    @Test("Every degradation of the project's own pictures", arguments: Degradation.all)
    func own(degradation: Degradation) throws {
        let gain = try Gain(degradation, GoodPicture.own)
        if isRecording { print("own:", gain) }
        #expect(gain.after < gain.before, "\(gain)")
    }

    /// Every third degradation, as photographs take time. COREIMAGE_LONG_TESTS selects all of them.
    private static let ofPhotographs = Degradation.all.enumerated()
        .filter { $0.offset % 3 == 0 || ProcessInfo.processInfo.environment["COREIMAGE_LONG_TESTS"] != nil }
        .map(\.element)

    @Test(
        "Degradations of photographs",
        .enabled(if: !GoodPicture.photographs.isEmpty, "there are no photographs: pip3 install scikit-image"),
        arguments: ofPhotographs)
    func photographs(degradation: Degradation) throws {
        let gain = try Gain(degradation, GoodPicture.photographs)
        if isRecording { print("photographs:", gain) }
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

    /// Whether to print the figures that the documentation publishes.
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

/// Mean differences to good pictures before and after enhancement.
private struct Gain: CustomStringConvertible {
    let name: String
    let results: [(picture: String, before: Double, after: Double, filters: [String])]

    init(_ degradation: Degradation, _ pictures: [GoodPicture]) throws {
        name = degradation.name
        results = try pictures.map { picture in
            let bad = picture.image { degradation($0) }
            let (better, filters) = try picture.enhanced(bad)
            return (picture.name, picture.difference(to: bad), picture.difference(to: better), filters.map(\.name))
        }
    }

    var before: Double { results.reduce(0) { $0 + $1.before } / Double(results.count) }
    var after: Double { results.reduce(0) { $0 + $1.after } / Double(results.count) }

    var description: String {
        let better = results.count { $0.after < $0.before - 0.05 }
        let worse = results.count { $0.after > $0.before + 0.05 }
        let worst = results.max { $0.after - $0.before < $1.after - $1.before }
        return String(
            format: "%@: %.2f -> %.2f, better %d, worse %d of %d", name, before, after, better, worse, results.count)
            + (worst.map {
                String(format: ", worst %@ %.2f -> %.2f ", $0.picture, $0.before, $0.after) + "\($0.filters)"
            } ?? "")
    }
}
