import Foundation
import HostileCases
import TestSupport
import Testing

/// Runs hostile cases while an innocent unit keeps rendering in this process.
enum HostileTrial {
    /// Records an issue for each file that doesn't end as expected.
    static func run(_ cases: [HostileCase]) throws {
        // Other tests may use the processors at the same time, so a longer overrun is allowed.
        let runner = HostileRunner(products: ProductsFolder.url, mostOverrun: .seconds(5))
        try beside {
            for attack in cases {
                let report = runner.run(attack)
                #expect(report.objections.isEmpty, "\(attack.kind.rawValue), \(attack.name)")
                #expect(report.processCount > 0 || report.skipped != nil, "\(attack.name): nothing was run")
            }
        }
    }

    /// Held while units attack, because the limits of units are those of the whole process.
    private static let unitLimits = NSLock()

    /// Records an issue for each unit that doesn't end as expected. The units' names have numbers from `first` on.
    static func run(_ cases: [HostileUnitCase], numberedFrom first: Int) throws {
        try unitLimits.withLock {
            let runner = try HostileUnitRunner(products: ProductsFolder.url)
            defer { runner.finish() }
            try beside {
                for (number, attack) in cases.enumerated() {
                    let report = runner.run(attack, number: first + number)
                    #expect(report.objections.isEmpty, "\(attack.name)")
                }
            }
        }
    }

    /// Attacks beside an innocent unit, which must give the right pixels all the time.
    private static func beside(_ attack: () -> Void) throws {
        let innocent = try InnocentRender()
        attack()
        let (count, failure) = innocent.stop()
        #expect(failure == nil)
        #expect(count > 0)
    }
}
