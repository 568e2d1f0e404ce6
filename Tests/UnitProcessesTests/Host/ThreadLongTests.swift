import Testing

/// Threads of a worker that computes for a minute.
@Suite("Threads of workers, at length")
struct ThreadLongTests {
    @Test("200 tasks and 200 blocks of Dispatch compute for a minute, while Dispatch looks at its threads")
    func busy() throws { try ThreadTests.expectBusyWorker(seconds: 60) }
}
