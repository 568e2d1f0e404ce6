import Foundation
import ImageUnits
import KernelLanguage
import Testing

@Suite("The sample units in ImageUnits/")
struct SampleUnitTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("ImageUnits")

    /// A unit laid out as a bundle, without its executable.
    private func bundle(_ name: String) throws -> TestUnit {
        let unit = try TestUnit(name)
        let contents = unit.bundle.appendingPathComponent("Contents")
        try FileManager.default.removeItem(at: contents.appendingPathComponent("Resources"))
        for part in ["Info.plist", "Resources"] {
            try FileManager.default.copyItem(
                at: Self.sources.appendingPathComponent("\(name)/\(part)"), to: contents.appendingPathComponent(part))
        }
        return unit
    }

    @Test("Nothing is wrong with their lists", arguments: ["KernelSampler", "FunHouse", "HazeRemover", "WindowRank"])
    func lists(name: String) throws {
        let reading = try bundle(name).read()
        // This copy has no executable, which `make units` builds. Its absence must be the only problem.
        let expected: [ImageUnitProblem] = name == "KernelSampler" ? [] : [.missingExecutable(name: name, other: nil)]
        #expect(reading.issues.map(\.problem) == expected)
        #expect(reading.unit?.filters.isEmpty == false)
    }

    @Test("Every kernel file compiles, and fits its filter's inputs")
    func kernels() throws {
        var count = 0
        for name in ["KernelSampler", "FunHouse", "HazeRemover"] {
            let unit = try bundle(name)
            for filter in try #require(unit.read().unit).filters where filter.kind == .nonexecutable {
                let source = try #require(try filter.kernelSource())
                let program = try #require(try KernelCompiler.compile(source).get().first)
                #expect(filter.check(against: program).map(\.description) == [])
                count += 1
            }
        }
        #expect(count == 6)
    }

    @Test(
        "The translated units speak German, with every text translated",
        arguments: [
            ("KernelSampler", "WeightedPoster", "Gewichtetes Plakat"), ("WindowRank", "WindowRank", "Rangordnung"),
        ])
    func german(name: String, filter: String, shown: String) throws {
        let unit = try bundle(name)
        let (english, german) = (unit.read(languages: ["en"]).unit, unit.read(languages: ["de"]).unit)
        #expect(german?.filters.first { $0.name == filter }?.displayName == shown)
        for (first, second) in zip(english?.filters ?? [], german?.filters ?? []) {
            #expect(first.displayName != second.displayName)
            #expect(first.summary != second.summary)
            for (input, translated) in zip(first.inputs, second.inputs) {
                #expect(input.displayName != translated.displayName, "\(first.name).\(input.name)")
            }
        }
    }

    @Test("The weighted filter has the attributes of the guide's example")
    func weighted() throws {
        let filter = try #require(bundle("KernelSampler").read().unit?.filters.first { $0.name == "WeightedPoster" })
        let (scale, weight) = (filter.inputs[1], filter.inputs[2])
        #expect(
            scale.defaultValue == .number(8) && scale.minimum == 1 && scale.sliderMinimum == 1
                && scale.sliderMaximum == 16)
        #expect(weight.defaultValue == .number(1.2) && weight.identity == nil && weight.sliderMaximum == 3)
    }
}
