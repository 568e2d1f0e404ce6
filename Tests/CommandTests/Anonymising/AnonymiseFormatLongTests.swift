import ImageFiles
import Testing

/// `coreimage anonymise` with every kind of picture and every format.
@Suite("Command: anonymise, at length", .enabled(if: FaceEngine.isThere, FaceEngine.missing))
struct AnonymiseFormatLongTests {
    @Test(
        "Gray, coloured and transparent pictures each become any format that can be written",
        arguments: ImageFileFormat.writable)
    func formats(format: ImageFileFormat) throws {
        try AnonymisedKind.expectPictures(AnonymisedKind.allCases, as: format)
    }
}
