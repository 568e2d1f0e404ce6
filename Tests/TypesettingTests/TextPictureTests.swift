import Foundation
import Testing

@testable import Typesetting

@Suite("Typesetting: pictures of text")
struct TextPictureTests {
    private func run(_ text: String, _ size: Double = 20) -> TextRun {
        TextRun(text, Typography(font: FontName("Helvetica"), size: size))
    }

    private func ink(_ picture: TextPicture) -> Int {
        stride(from: 3, to: picture.pixels.count, by: 4).reduce(0) { $0 + Int(picture.pixels[$1]) }
    }

    @Test("The picture has the measured size, and every kind of text has ink")
    func kinds() throws {
        for text in [
            "Hello", "שלום עולם", "مرحبا", "two\nlines", "é\u{301}\u{200d}", "a\u{0}b\u{1}c\u{7f}", "\u{fffd}",
            "\u{2028}x",
        ] {
            let picture = try TextPicture([run(text)], scale: 1)
            let extent = try TextPicture.extent(of: [run(text)], scale: 1)
            #expect(picture.width == extent.width && picture.height == extent.height)
            #expect(picture.pixels.count == picture.width * picture.height * 4)
            #expect(ink(picture) > 255, "\(text)")
        }
        #expect(ink(try TextPicture([run(" \t")], scale: 1)) == 0)
    }

    @Test("Sizes follow the scale, whether small text is drawn larger and reduced or not")
    func scales() throws {
        let once = try TextPicture([run("Hamburgefonts", 16)], scale: 1)
        let often = try TextPicture([run("Hamburgefonts", 16)], scale: 8)
        #expect(abs(often.width - 8 * once.width) <= 8 && abs(often.height - 8 * once.height) <= 8)
        #expect(abs(Double(ink(often)) / 64 / Double(ink(once)) - 1) < 0.03)
    }

    @Test(
        "Glyphs stand at fractions of pixels: letters on end look different, and are as wide as one times their number")
    func fractions() throws {
        let one = try TextPicture.extent(of: [run("l", 12)], scale: 100).width
        let many = try TextPicture.extent(of: [run(String(repeating: "l", count: 40), 12)], scale: 1).width
        #expect(abs(Double(many) - Double(one) * 0.4) < 1.5)
    }

    @Test("Many threads produce the same bytes")
    func threads() async throws {
        let expected = try TextPicture([run("Threads ✓", 14)], scale: 1).pixels
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<16 { group.addTask { try TextPicture([run("Threads ✓", 14)], scale: 1).pixels } }
            for try await pixels in group { #expect(pixels == expected) }
        }
    }

    @Test("Too large texts are refused before allocation")
    func limits() throws {
        #expect(throws: TypesettingError.fontTooLarge(pixels: 1e30)) { try TextPicture([run("x", 1e30)], scale: 1) }
        #expect(throws: TypesettingError.self) { try TextPicture([run("x", 20)], scale: .infinity) }
        #expect(throws: TypesettingError.self) { try TextPicture([run("x", .nan)], scale: 1) }
        let letters = String(repeating: "many ", count: 3000)
        #expect(throws: TypesettingError.self) { try TextPicture([run(letters)], scale: 1) }
        #expect(throws: TypesettingError.self) {
            try TextPicture([run(letters.replacingOccurrences(of: " ", with: "\n"))], scale: 1)
        }
        // Small and large letters side by side are drawn at the scale that the large ones allow.
        #expect(try TextPicture([run("a", 4), run("b", 700)], scale: 1).height > 600)
        let wide = run(String(repeating: "wide ", count: 200), 100)
        #expect(throws: TypesettingError.self) { try TextPicture([wide], scale: 1) }
        #expect(try TextPicture.extent(of: [run("x", 0)], scale: 1).width <= 1)
    }
}
