import HostileCases
import Testing

/// All hostile files.
@Suite("Hostile files, at length", .serialized)
struct HostileFileLongTests {
    @Test("every file of all ends in a picture or a refusal with words, in time and within its memory")
    func everyCase() throws { try HostileTrial.run(HostileCase.files) }
}
