import Foundation
import HostileCases
import TestSupport

/// Runs the hostile cases, or those whose kinds are one of the arguments or whose names contain one.
///
/// Prints a line for each; `COREIMAGE_HOSTILE_MESSAGES=1` prints the last lines of the processes too. The exit code is
/// 1 if a result wasn't as expected.
@main
enum HostileTableProgram {
    static func main() throws {
        let runner = HostileRunner(products: ProductsFolder.url)
        let units = try HostileUnitRunner(products: ProductsFolder.url)
        let innocent = try InnocentRender()
        print(HostileTable.header)
        var wrong = 0
        let hasMessages = ProcessInfo.processInfo.environment["COREIMAGE_HOSTILE_MESSAGES"] != nil
        let words = CommandLine.arguments.dropFirst()
        let cases = HostileCase.files.filter { attack in
            words.isEmpty || words.contains { attack.name.contains($0) || attack.kind.rawValue == $0 }
        }
        for attack in cases {
            let report = runner.run(attack)
            if !report.objections.isEmpty { wrong += 1 }
            print(HostileTable.text(of: report, hasMessages: hasMessages))
            fflush(nil)
        }
        let attacks = HostileUnitCase.all.filter { attack in
            words.isEmpty || words.contains { attack.name.contains($0) }
        }
        for (number, attack) in attacks.enumerated() {
            let report = units.run(attack, number: number)
            if !report.objections.isEmpty { wrong += 1 }
            print(HostileTable.text(of: report))
            fflush(nil)
        }
        units.finish()
        let (count, failure) = innocent.stop()
        print(
            "\(cases.count + attacks.count) cases, \(wrong) of them wrong; meanwhile an innocent unit rendered \(count) pictures, \(failure ?? "all of them right")"
        )
        exit(wrong == 0 && failure == nil && count > 0 ? 0 : 1)
    }
}
