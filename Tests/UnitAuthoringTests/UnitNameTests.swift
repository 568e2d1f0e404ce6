import Testing

@testable import UnitAuthoring

@Suite("Names of units")
struct UnitNameTests {
    @Test("Words are found in names, for people and for C")
    func words() throws {
        for (name, title, symbol) in [
            ("WarmGlow", "Warm Glow", "warm_glow"), ("Glow", "Glow", "glow"), ("HDRGlow", "HDR Glow", "hdr_glow"),
            ("HDR2Glow", "HDR 2 Glow", "hdr_2_glow"), ("GlowXY", "Glow XY", "glow_xy"), ("A1", "A 1", "a_1"),
            ("AGlow", "A Glow", "a_glow"),
        ] {
            let unit = try UnitName(name)
            #expect(unit.title == title)
            #expect(unit.symbolName == symbol)
        }
        #expect(try UnitName("WarmGlow").functionName == "warmGlow")
    }

    @Test(
        "What is no name of a class and a file is refused",
        arguments: [
            "", "A", "glow", "2Glow", "Warm Glow", "Warm-Glow", "../Glow", "Glow/", "Wärme", "Glow\n", "Ｇlow",
            String(repeating: "A", count: 65),
        ])
    func invalid(name: String) {
        #expect(throws: AuthoringError.invalidName(name)) { try UnitName(name) }
    }

    @Test(
        "Names that mean something else are refused",
        arguments: ["Self", "Any", "Type", "Foundation", "CoreImage", "CIGlow"])
    func reserved(name: String) {
        #expect(throws: AuthoringError.reservedName(name)) { try UnitName(name) }
    }

    @Test("Identifiers are reverse DNS")
    func identifiers() throws {
        for text in ["org.example.Glow", "com.a-b.c", "de.2"] { #expect(try BundleIdentifier(text).text == text) }
        for text in [
            "", "glow", ".a.b", "a.b.", "a..b", "a.-b", "a.b-", "a.b c", "a.b/c", "a.ü",
            "a." + String(repeating: "b", count: 155),
        ] {
            #expect(throws: AuthoringError.invalidIdentifier(text)) { try BundleIdentifier(text) }
        }
    }
}
