import Foundation
import Testing

@testable import ImageFiles

@Suite("How long drawings take")
struct VectorDrawingTests {
    private func steps(_ body: String, prologue: String = "", side: Int = 1000) throws -> Int {
        let text = "\(prologue)<svg xmlns=\"http://www.w3.org/2000/svg\">\(body)</svg>"
        return try DrawingCostEstimate(Data(text.utf8)).steps(width: side, height: side)
    }

    private static let blur = "<filter id=\"f\"><feGaussianBlur stdDeviation=\"4\"/></filter>"

    @Test("Typical drawings are allowed at their sizes")
    func innocent() throws {
        let limit = DrawingCostEstimate.workPerPixel * PixelLimit.alwaysAllowed
        let icons = String(repeating: "<use href=\"#icon\"/>", count: 5_000)
        let shadows = (0..<20).map { "<rect id=\"r\($0)\" filter=\"url(#f)\"/>" }.joined()
        let styled = "<style>.a { fill: url(#g); opacity: 0.5 } .b { marker-end: url(#m) }</style>"
        for body in [
            String(repeating: "<path d=\"M0 0L9 9\"/>", count: 100_000),
            "<symbol id=\"icon\"><path d=\"M0 0\"/><path d=\"M1 1\"/></symbol>\(icons)",
            Self.blur + shadows,
            "<linearGradient id=\"g\"><stop/><stop/></linearGradient><marker id=\"m\"><path d=\"M0 0\"/></marker>\(styled)"
                + String(repeating: "<path class=\"a b\" d=\"M0 0L9 9\"/>", count: 300),
            // As Inkscape writes it.
            "<linearGradient id=\"g\"><stop/><stop/><stop/></linearGradient>"
                + String(
                    repeating:
                        "<path style=\"opacity:1;fill:url(#g);fill-opacity:1;stroke:none;stroke-opacity:0.5;clip-rule:evenodd;"
                        + "mix-blend-mode:normal;mask:none;filter:none\" d=\"M0 0\"/>", count: 20_000),
            String(repeating: "<g opacity=\".5\"><path d=\"M0 0\"/></g>", count: 1_000),
        ] {
            #expect(try steps(body) <= limit)
        }
    }

    @Test("Linked pictures are listed; embedded pictures and hyperlinks aren't")
    func linkedPictures() throws {
        let drawing = try DrawingCostEstimate(
            Data(
                """
                <svg xmlns="http://www.w3.org/2000/svg"><image href="a.png"/><a href="https://example.org"><image href="data:,"/></a>
                <use href="#b"/><feImage xlink:href="b&amp;c.png"/><feImage href="#b"/></svg>
                """.utf8))
        #expect(drawing.linkedPictures == ["a.png", "b&c.png"])
        let many = try DrawingCostEstimate(
            Data("<svg>\(String(repeating: "<image href=\"a\"/>", count: 99))</svg>".utf8))
        #expect(many.linkedPictures.count == 10)
    }

    @Test("Steps grow with pixels, uses and primitives")
    func growth() throws {
        let once = try steps(Self.blur + "<rect filter=\"url(#f)\"/>")
        #expect(try steps(Self.blur + String(repeating: "<rect filter=\"url(#f)\"/>", count: 10)) > 5 * once)
        #expect(try steps(Self.blur + "<rect filter=\"url(#f)\"/>", side: 4000) > 10 * once)
        // A blur takes some 250 nanoseconds a pixel.
        #expect((250_000_000...800_000_000).contains(once))
    }

    @Test("References are found however they are written")
    func references() throws {
        let plain = try steps("<rect/>")
        for use in [
            "<rect filter=\"url(#f)\"/>", "<rect filter=\"url( '#f' )\"/>", "<rect style=\"filter:url(#f)\"/>",
            "<rect filter='u&#114;l(&#x23;f)'/>", "<style>rect{filter:url(#f)}</style><rect/>",
            "<style><![CDATA[rect{FILTER:URL(#f)}]]></style><rect/>",
            "<style>rect{\\66ilter:\\75rl(#f)}</style><rect/>",
            "<rect style=\"\\66ilter:url(#f)\"/>", "<style>@import url(data:text/css,rect);</style><rect/>",
            "<rect style=\"filter:blur(4px)\"/>",
        ] {
            #expect(try steps(Self.blur + use) > plain + 200_000_000, "\(use)")
        }
        let entity = "<!DOCTYPE svg [<!ENTITY e \"url(#f)\">]>"
        #expect(try steps(Self.blur + "<rect filter=\"&e;\"/>", prologue: entity) > plain + 200_000_000)
        let sheet = "<?xml-stylesheet href=\"data:text/css,rect\"?>"
        #expect(try steps(Self.blur + "<rect/>", prologue: sheet) > plain + 200_000_000)
    }

    @Test("Nested <use> elements multiply the cost, and cyclic references end")
    func nested() throws {
        func doubling(_ depth: Int) -> String {
            "<g id=\"u0\"><rect/></g>"
                + (1...depth).map { "<g id=\"u\($0)\"><use href=\"#u\($0 - 1)\"/><use href=\"#u\($0 - 1)\"/></g>" }
                .joined()
        }
        let (ten, eleven) = (try steps(doubling(10)), try steps(doubling(11)))
        #expect(Double(eleven) / Double(ten) > 1.8)
        #expect(try steps(doubling(60)) == .max)
        #expect(try steps("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>") < ten)
    }

    @Test("Markup that can't be followed is refused")
    func refused() {
        for (body, prologue) in [
            ("&m;", "<!DOCTYPE svg [<!ENTITY m \"<g/>\">]>"), ("&m;", "<!DOCTYPE svg [<!ENTITY m '&#60;g/>'>]>"),
            ("", "<!DOCTYPE svg [<!ENTITY % p \"%q;\"> %p;]>"), ("", "<?xml version=\"1.0\" encoding=\"UTF-7\"?>"),
            ("<rect a=\"", ""), ("<!-- ", ""), ("<![CDATA[ ", ""),
        ] {
            #expect(throws: MarkupReader.Failure.self) { try steps(body, prologue: prologue) }
        }
        let attributes = (0...1000).map { "a\($0)=\"\"" }.joined(separator: " ")
        #expect(throws: MarkupReader.Failure.self) { try steps("<rect \(attributes)/>") }
    }

    @Test("The cost of text grows with the square of a run's length, including entities")
    func text() throws {
        let limit = DrawingCostEstimate.workPerPixel * PixelLimit.alwaysAllowed
        let long = String(repeating: "Hello", count: 10_000)
        #expect(try steps("<text>\(long)</text>") > limit)
        #expect(try steps("<g><text><tspan>\(long)</tspan></text></g>") > limit)
        #expect(
            try steps(
                "<text>\(String(repeating: "&e;", count: 1000))</text>",
                prologue: "<!DOCTYPE svg [<!ENTITY e \"\(long.prefix(100))\">]>") > limit)
        // The lines of a text page are below the limit, and text outside <text> doesn't count.
        let lines = String(repeating: "<text>\(long.prefix(100))</text>", count: 500)
        #expect(try steps(lines + "<desc>\(long)</desc>") < limit)
    }

    @Test("Embedded pictures count their pixels; other kinds than PNG and JPEG are without bound")
    func embedded() throws {
        let plain = try steps("<image/>")
        var header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        header += [0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 100)
        let url = "data:image/png;base64," + Data(header).base64EncodedString()
        #expect(try steps("<image href=\"\(url)\"/>") == plain + 256 * 256 * 128)
        #expect(try steps("<image href=\"data:image/svg+xml,%3Csvg/%3E\"/>") > 1 << 40)
    }
}
