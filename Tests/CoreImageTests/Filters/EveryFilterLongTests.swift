import Testing

/// The full versions of tests in `EveryFilterTests` and `PaperTransitionTests`.
@Suite("Filters: properties of all filters, with all values and in all parts")
struct EveryFilterLongTests {
    @Test("Rendering in all parts gives the same pixels", arguments: EveryFilterTests.names)
    func parts(name: String) throws { try EveryFilterTests().checkParts(name, small: 1, large: 1) }

    @Test(
        "Any number, position or transform gives finite pixels, or an error that names the input",
        arguments: EveryFilterTests.names)
    func anything(name: String) throws {
        try EveryFilterTests().expectPictureOrError(name, values: EveryFilterTests.extremeValues)
    }

    @Test(
        "Empty, infinite and tiny images in mid-transition: the same in all parts",
        arguments: PaperTransitionTests.names)
    func paper(name: String) throws { try PaperTransitionTests().expectFinite(name, every: 1) }
}
