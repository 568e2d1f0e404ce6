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
    @Test("The renderer is configured with the given number of threads; the default is one per core")
    func count() throws {
        let cores = CIContext().renderer.configuration.threadCount
        #expect(cores == ProcessInfo.processInfo.activeProcessorCount)
        for count in [1, 3] {
            #expect(try CIContext(checking: [.threadCount: count]).renderer.configuration.threadCount == count)
        }
    }

    @Test("Invalid thread counts throw", arguments: [0, -1, Double.nan])
    func refusal(value: Double) {
        #expect(throws: CIError.self) { try CIContext(checking: [.threadCount: value]) }
    }
}
