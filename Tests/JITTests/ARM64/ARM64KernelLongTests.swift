import Testing

/// Ten thousand random kernels as code for 64-bit ARM.
@Suite(.needsCodeGeneration, .needsARM64Runner) struct ARM64KernelLongTests {
    @Test(arguments: 0..<200) func agrees(group: Int) throws {
        try RandomKernelTests.expectAgreement(
            UInt64(group) * 50..<UInt64(group + 1) * 50,
            store: group.isMultiple(of: 2) ? ARM64Runner.store : ARM64Runner.serverStore)
    }
}
