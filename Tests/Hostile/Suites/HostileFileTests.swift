import HostileCases
import Testing

/// Each hostile file is processed by the command in a separate process, while an innocent unit keeps rendering in this
/// one. `HostileFileLongTests` has further recipes and damaged pictures.
@Suite("Hostile files", .serialized)
struct HostileFileTests {
    @Test("every file ends in a picture or a refusal with words, in time and within its memory")
    func everyCase() throws { try HostileTrial.run(HostileCase.ordinaryFiles) }

    @Test("names tell the cases apart")
    func names() {
        for cases in [HostileCase.files, HostileCase.ordinaryFiles] {
            let names = cases.map { "\($0.kind.rawValue), \($0.name)" }
            #expect(Set(names).count == names.count)
            #expect(Set(cases.map(\.kind)) == [.propertyList, .bundle, .package, .recipe, .kernel, .picture, .video])
        }
    }
}
