import Testing

@testable import SystemResources

@Suite("Address space")
struct AddressSpaceTests {
    @Test("A limit leaves what isn't in use; statm counts pages") func left() {
        // `man 5 proc_pid_statm`: size, resident, shared, text, lib, data, dt.
        let sizes = "1000 600 300 10 0 500 0\n"
        #expect(AddressSpace.left(of: 10_000_000, sizes: sizes, pageSize: 4096) == 10_000_000 - 4_096_000)
        #expect(AddressSpace.left(of: 4_000_000, sizes: sizes, pageSize: 4096) == 0)
        #expect(AddressSpace.left(of: .max, sizes: sizes, pageSize: 4096) == .max)
    }
}
