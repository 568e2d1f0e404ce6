import Testing

/// The full versions of tests in `TransitionTests`.
@Suite("Filters: transitions, all of the time")
struct TransitionLongTests {
    @Test(
        "Transitions are continuous: in a 256th of the time a picture changes little", arguments: TransitionTests.names,
        [0, 1])
    func continuous(name: String, extent: Int) throws {
        try TransitionTests().expectContinuous(name, extent: extent, steps: 0...256)
    }
}
