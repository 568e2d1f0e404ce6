import Foundation
import Testing

/// More random kernels as code for 64-bit ARM: a thousand, or ten thousand if COREIMAGE_LONG_TESTS is 1.
@Suite(.needsCodeGeneration, .needsARM64Runner) struct ARM64KernelLongTests {
    private static let groups = ProcessInfo.processInfo.environment["COREIMAGE_LONG_TESTS"] == "1" ? 200 : 20

    @Test(arguments: 0..<groups) func agrees(group: Int) throws {
        try RandomKernelTests.expectAgreement(
            UInt64(group) * 50..<UInt64(group + 1) * 50,
            store: group.isMultiple(of: 2) ? ARM64Runner.store : ARM64Runner.serverStore)
    }
}
