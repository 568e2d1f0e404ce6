import Foundation
import HostileCases
import Testing

/// Units whose code attacks are loaded into this process as a host loads them. The test completes only if the host
/// survives.
@Suite("Hostile units", .serialized)
struct HostileUnitTests {
    @Test("every attack ends in a typed failure within its deadline, and an innocent unit goes on rendering")
    func everyCase() throws {
        let runner = try HostileUnitRunner(
            products: URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent())
        defer { runner.finish() }
        let innocent = try InnocentRender()
        for (number, attack) in HostileUnitCase.all.enumerated() {
            let report = runner.run(attack, number: number)
            #expect(report.objections.isEmpty, "\(attack.name)")
        }
        let (count, failure) = innocent.stop()
        #expect(failure == nil)
        #expect(count > 0)
    }
}
