import Testing

/// Tests that workers leave no open files and child processes in the host, which is a process of its own, because other
/// suites start workers in this one.
@Suite("Leaks of workers")
struct LeakTests {
    @Test("200 workers, of which some crash, leave no open file and no child")
    func manyStarts() throws {
        #expect(try Probe.output(["leaks"]) == "0 files, 0 children")
    }
}
