import Foundation
import Testing

@testable import JIT

/// More random kernels than `DeviceTextTests`: a thousand, or a hundred thousand if COREIMAGE_LONG_TESTS is 1.
@Suite(.needsCodeGeneration) struct DeviceTextLongTests {
    private static let groups = ProcessInfo.processInfo.environment["COREIMAGE_LONG_TESTS"] == "1" ? 2000 : 20

    @Test(arguments: 0..<groups) func agrees(group: Int) throws {
        try KernelComparison.$generator.withValue(RetargetedKernelGenerator()) {
            try RandomKernelTests.expectAgreement(UInt64(group) * 50..<UInt64(group + 1) * 50)
        }
    }
}
