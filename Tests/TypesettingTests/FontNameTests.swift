import Testing

@testable import Typesetting

@Suite("Typesetting: names of fonts")
struct FontNameTests {
    @Test(
        "Families, weight and slant",
        arguments: [
            ("HelveticaNeue", ["HelveticaNeue", "Helvetica Neue", "Helvetica"], 400, false),
            ("HelveticaNeue-Bold", ["HelveticaNeue", "Helvetica Neue", "Helvetica"], 700, false),
            ("HelveticaNeue-UltraLightItalic", ["HelveticaNeue", "Helvetica Neue", "Helvetica"], 200, true),
            ("Helvetica Neue Bold Italic", ["Helvetica Neue Bold Italic", "Helvetica Neue", "Helvetica"], 700, true),
            ("TimesNewRomanPS-BoldMT", ["TimesNewRomanPS", "Times New Roman", "Times New", "Times"], 700, false),
            ("AvenirNext-DemiBold", ["AvenirNext", "Avenir Next", "Avenir"], 600, false),
            ("Menlo-Regular", ["Menlo"], 400, false),
            ("DejaVu Sans", ["DejaVu Sans", "Deja Vu Sans", "Deja Vu", "Deja"], 400, false),
            ("Bold", ["Bold"], 400, false), ("Arial-Black", ["Arial"], 900, false), ("", [], 400, false),
            ("a,b\u{1}", ["a b", "a"], 400, false),
        ])
    func parts(name: String, families: [String], weight: Int, isItalic: Bool) {
        let font = FontName(name)
        #expect(font.families == families)
        #expect(font.weight == weight && font.isItalic == isItalic)
    }
}
