import Foundation
import Testing
import UntrustedInput

/// Processing instructions, at which Foundation's XMLParser crashes where they have no data.
@Suite("Instructions in XML")
struct XMLInstructionTests {
    private func checked(_ text: String) throws {
        _ = try CheckedXML.checked(Data(text.utf8), limits: TextLimits(bytes: 1000, depth: 8, values: 100))
    }

    @Test(
        "a processing instruction without data or name is refused",
        arguments: ["<?x?><a/>", "<a><?x?></a>", "<a/><?x?>", "<a><? x?></a>", "<a><??></a>"])
    func refused(text: String) {
        #expect(throws: TextValidationError.self) { try checked(text) }
    }

    @Test("those of XMP packets are accepted")
    func packet() throws {
        try checked("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?><a><?x y?></a><?xpacket end='w'?>")
    }
}
