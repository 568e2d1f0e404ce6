import Foundation
import HostileCases
import Testing

/// Each hostile file is processed by the command in a separate process, while an innocent unit keeps rendering in this
/// one.
@Suite("Hostile files", .serialized)
struct HostileFileTests {
    @Test("every file ends in a picture or a refusal with words, in time and within its memory")
    func everyCase() throws {
        // Other tests may use the processors at the same time, so a longer overrun is allowed.
        let runner = HostileRunner(
            products: URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent(), mostOverrun: .seconds(5))
        let innocent = try InnocentRender()
        for attack in HostileCase.files {
            let report = runner.run(attack)
            #expect(report.objections.isEmpty, "\(attack.kind.rawValue), \(attack.name)")
            #expect(report.processCount > 0, "\(attack.name): nothing was run")
        }
        let (count, failure) = innocent.stop()
        #expect(failure == nil)
        #expect(count > 0)
    }

    @Test("names tell the cases apart")
    func names() {
        let names = HostileCase.files.map { "\($0.kind.rawValue), \($0.name)" }
        #expect(Set(names).count == names.count)
        #expect(Set(HostileCase.files.map(\.kind)) == [.propertyList, .bundle, .package, .recipe, .kernel, .picture])
    }
}
