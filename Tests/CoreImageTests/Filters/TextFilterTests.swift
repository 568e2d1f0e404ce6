import CoreImage
import Testing

@Suite("Filters: text at its limits")
struct TextFilterTests {
    @Test(
        "No text, size 0 and scale 0 give an empty image",
        arguments: [("", 12, 1), ("a", 0, 1), ("a", 12, 0), ("a", -3, 1)])
    func empty(text: String, size: Float, scale: Float) throws {
        let filter = CIFilter.textImageGenerator()
        (filter.text, filter.fontSize, filter.scaleFactor) = (text, size, scale)
        #expect(try #require(filter.outputImage).extent.isEmpty)
        let attributed = CIFilter.attributedTextImageGenerator()
        attributed.text = NSAttributedString(string: "")
        #expect(try #require(attributed.outputImage).extent.isEmpty)
    }

    @Test("Text that is too large throws an error that names the inputs to lower")
    func limits() throws {
        for (text, size, scale) in [("a", 1e9, 1), ("a", 12, 1e9), (String(repeating: "w", count: 9000), 12, 1)]
            as [(String, Float, Float)]
        {
            let filter = CIFilter.textImageGenerator()
            (filter.text, filter.fontSize, filter.scaleFactor) = (text, size, scale)
            #expect {
                try PixelGrid(rendering: #require(filter.outputImage), in: CGRect(x: 0, y: 0, width: 1, height: 1))
            } throws: { error in
                "\(error)".contains("inputFontSize") && "\(error)".contains("inputScaleFactor")
            }
        }
    }

    @Test("Attributes of a wrong class and unknown ones are left aside; broken characters and controls do no harm")
    func attributes() throws {
        let plain = try TextPixels("CIAttributedTextImageGenerator", ["inputText": NSAttributedString(string: "abc")])
        let odd = NSAttributedString(
            string: "abc",
            attributes: [
                .foregroundColor: "red", .kern: "wide", .font: 12, .underlineStyle: Double.nan,
                NSAttributedString.Key("Unknown"): 1, .backgroundColor: Data(),
            ])
        #expect(try TextPixels("CIAttributedTextImageGenerator", ["inputText": odd]).pixels == plain.pixels)
        let broken = String(decoding: [0xed, 0xa0, 0x80, 0x41, 0, 0xff, 0x1b, 0x0a, 0x42] as [UInt8], as: UTF8.self)
        #expect(try TextPixels("CITextImageGenerator", ["inputText": broken]).ink > 10)
    }

    @Test("A mutable string that changes later doesn't change the filter's text")
    func copies() throws {
        let text = NSMutableAttributedString(string: "before")
        let filter = CIFilter.attributedTextImageGenerator()
        filter.text = text
        let extent = try #require(filter.outputImage).extent
        text.append(NSAttributedString(string: " and after"))
        #expect(filter.outputImage?.extent == extent)
    }
}
