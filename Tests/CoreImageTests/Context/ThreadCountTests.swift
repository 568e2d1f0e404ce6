import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("CIContextOption.threadCount")
struct ThreadCountTests {
    @Test("Renderings take as many threads as were asked for, and every core otherwise")
    func count() throws {
        let cores = CIContext().renderer.configuration.threadCount
        #expect(cores == ProcessInfo.processInfo.activeProcessorCount)
        for count in [1, 3] {
            #expect(try CIContext(checking: [.threadCount: count]).renderer.configuration.threadCount == count)
        }
    }

    @Test("What is no number of threads is refused", arguments: [0, -1, Double.nan])
    func refusal(value: Double) {
        #expect(throws: CIError.self) { try CIContext(checking: [.threadCount: value]) }
    }
}
