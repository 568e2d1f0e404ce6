import CoreImage
import Foundation
import ImageFiles
import Pixels

extension HostileCase {
    /// SVG files that refer to other files or the network, or that take very long to draw.
    static let vectorPictures: [HostileCase] = [
        stealing("SVG: an image from the same folder", "<image href=\"canary.png\" width=\"32\" height=\"32\"/>"),
        stealing(
            "SVG: an image by an absolute file URL",
            "<image href=\"file://FOLDER/canary.png\" width=\"32\" height=\"32\"/>"),
        stealing(
            "SVG: a script, a style sheet and a foreign object",
            "<script href=\"canary.js\"/><style>@import url(canary.css);</style><foreignObject/>"),
        stealing("SVG: a part of another SVG", "<use href=\"canary.svg#red\"/>"),
        stealing(
            "SVG: an entity that names a file", "<text x=\"0\" y=\"20\" font-size=\"40\" fill=\"red\">&x;</text>",
            prologue: "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file://FOLDER/canary.txt\">]>"),
        stealing(
            "SVG: XInclude of a file",
            "<text x=\"0\" y=\"20\" font-size=\"40\" fill=\"red\"><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"canary.txt\" parse=\"text\"/></text>"
        ),
        vector(
            "SVG: entities that double 40 times", "<text>&e40;</text>",
            prologue: "<!DOCTYPE svg [<!ENTITY e0 \"ha\">"
                + (1...40).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined() + "]>"),
        vector(
            "SVG: a pattern of itself",
            "<pattern id=\"p\" width=\"1\" height=\"1\"><rect width=\"9\" height=\"9\" fill=\"url(#p)\"/></pattern><rect width=\"9\" height=\"9\" fill=\"url(#p)\"/>"
        ),
        vector(
            "SVG: uses that double 30 times",
            "<g id=\"u0\"><rect width=\"1\" height=\"1\"/></g>"
                + (1...30).map { "<g id=\"u\($0)\"><use href=\"#u\($0 - 1)\"/><use href=\"#u\($0 - 1)\"/></g>" }
                .joined()),
        vector("SVG: groups nested 100 000 deep", String(repeating: "<g>", count: 100_000)),
        vector("SVG: 2 000 000 000 × 2 000 000 000 pixels", "<rect width=\"9\" height=\"9\"/>", size: "2000000000"),
        vector(
            "SVG: a blur of a radius of 10^9",
            "<filter id=\"f\" x=\"-1e9\" y=\"-1e9\" width=\"1e10\" height=\"1e10\"><feGaussianBlur stdDeviation=\"1e9\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>"
        ),
        slow(
            "SVG: text of 500 000 characters", filter: "",
            use: "<text y=\"9\">\(String(repeating: "Hello", count: 100_000))</text>"),
        vector(
            "SVG: text with a line around it, enlarged by 10^9",
            "<g transform=\"scale(1e9)\"><text y=\"90\" stroke=\"red\" stroke-width=\"1000000%\">Hello</text></g>"),
        vector("SVG: text larger than librsvg takes", "<text font-size=\"1e7\" y=\"9\">M</text>"),
        vector("SVG: text in letters apart by 10^9", "<text letter-spacing=\"1e308\" y=\"9\">MM</text>"),
        vector(
            "SVG: text whose size grows without bound",
            "<g font-size=\"1e9%\"><g font-size=\"1e9%\"><text y=\"1em\">M</text></g></g>"),
        vector(
            "SVG: a filter in units of its object, of minus 10^6",
            "<filter id=\"f\" y=\"-1\" width=\"1e-30\" height=\"3\" filterUnits=\"userSpaceOnUse\" primitiveUnits=\"objectBoundingBox\">"
                + "<feGaussianBlur stdDeviation=\"3 4\"/><feOffset dx=\"5\" dy=\"6\"/><feMorphology radius=\"-1e6 3\" operator=\"dilate\"/>"
                + "<feTile/></filter><rect x=\"5\" y=\"6\" width=\"50\" height=\"40\" filter=\"url(#f)\"/>"),
        slow("SVG: turbulence of 50 octaves", filter: "<feTurbulence baseFrequency=\".1\" numOctaves=\"50\"/>"),
        slow("SVG: ten morphologies", filter: String(repeating: "<feMorphology radius=\"10\"/>", count: 10)),
        slow(
            "SVG: a convolution of 400 numbers",
            filter: "<feConvolveMatrix order=\"20\" kernelMatrix=\"\(String(repeating: "1 ", count: 400))\"/>"),
        slow(
            "SVG: a filter that a style sheet names", filter: "<feMorphology radius=\"9\"/>",
            use: "<style>rect { filter: url(#f) }</style><rect width=\"2000\" height=\"2000\"/>"),
        slow(
            "SVG: a filter that a style sheet names with escapes", filter: "<feMorphology radius=\"9\"/>",
            use: "<style>rect { \\66ilter: \\75rl(#f) }</style><rect width=\"2000\" height=\"2000\"/>"),
        slow(
            "SVG: a filter that an entity holds", filter: "",
            use: "<rect width=\"2000\" height=\"2000\" filter=\"url(#f)\"/>&m;",
            prologue: "<!DOCTYPE svg [<!ENTITY m \"<filter id='f'><feMorphology radius='9'/></filter>\">]>",
            words: ["entity"]),
        slow(
            "SVG: uses that cover the picture 16 384 times", filter: "",
            use: "<g id=\"u0\"><rect width=\"2000\" height=\"2000\"/></g>"
                + (1...14).map { "<g id=\"u\($0)\"><use href=\"#u\($0 - 1)\"/><use href=\"#u\($0 - 1)\"/></g>" }
                .joined()),
        slow(
            "SVG: a marker at each of 60 000 vertices", filter: "",
            use: "<marker id=\"m\"><rect width=\"9\" height=\"9\"/></marker><path marker-mid=\"url(#m)\" d=\"M0 0"
                + String(repeating: "L9 9 ", count: 60_000) + "\"/>"),
        slow(
            "SVG: an embedded SVG", filter: "",
            use: "<image width=\"9\" height=\"9\" href=\"data:image/svg+xml;base64,"
                + Data(drawing("<filter id=\"f\"><feMorphology/></filter>").utf8).base64EncodedString() + "\"/>"),
        slow(
            "SVG: an embedded PNG of 20 000 × 20 000 pixels", filter: "",
            use: "<image width=\"9\" height=\"9\" href=\"data:image/png;base64,"
                + PictureBombFiles.png(width: 20_000, height: 20_000).base64EncodedString() + "\"/>"),
        slow(
            "SVG: 100 000 attributes", filter: "",
            use: "<rect " + (0..<100_000).map { "a\($0)=\"\" " }.joined() + "/>", words: ["attributes"]),
        slow(
            "SVG: markup in UTF-7", filter: "", use: "+ADw-g/+AD4-",
            prologue: "<?xml version=\"1.0\" encoding=\"UTF-7\"?>", words: ["encoding"]),
    ]

    /// A drawing of 2000 × 2000 pixels that takes long, and must be refused before it is drawn.
    private static func slow(
        _ name: String, filter: String, use: String? = nil, prologue: String = "",
        words: [String] = ["steps", "--pixel-limit"]
    ) -> HostileCase {
        HostileCase(
            name, .picture, timeLimit: .seconds(5), memoryLimit: 256 << 20, expected: .refusal(["evil.svg"] + words),
            prepare: { folder in
                let used = use ?? "<rect width=\"100%\" height=\"100%\" filter=\"url(#f)\"/>"
                let body = filter.isEmpty ? used : "<filter id=\"f\">\(filter)</filter>\(used)"
                let text = prologue + drawing(body)
                try Data(text.utf8).write(to: folder.appendingPathComponent("evil.svg"))
                return [HostileInvocation(["apply", "evil.svg", "-o", "out.png", "--", "ExposureAdjust", "EV=0"])]
            })
    }

    private static func drawing(_ body: String) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2000\" height=\"2000\">\(body)</svg>"
    }

    private static func vector(_ name: String, _ body: String, prologue: String = "", size: String = "32")
        -> HostileCase
    {
        HostileCase(
            // The process that draws may take as much.
            name, .picture, memoryLimit: 1 << 30, expected: .acceptanceOrRefusal(["evil.svg"]),
            prepare: { try write(body, prologue: prologue, size: size, to: $0) })
    }

    /// A drawing that tries to show the content of a file beside it. No red pixel may appear.
    private static func stealing(_ name: String, _ body: String, prologue: String = "") -> HostileCase {
        HostileCase(
            name, .picture, expected: .acceptanceOrRefusal(["evil.svg"]),
            prepare: { folder in
                try red.write(to: folder.appendingPathComponent("canary.png"))
                for (file, text) in [
                    ("canary.txt", "MMMM"), ("canary.css", "rect { fill: red }"), ("canary.js", "document"),
                    (
                        "canary.svg",
                        "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect id=\"red\" width=\"32\" height=\"32\" fill=\"red\"/></svg>"
                    ),
                ] { try Data(text.utf8).write(to: folder.appendingPathComponent(file)) }
                return try write(
                    body.replacingOccurrences(of: "FOLDER", with: folder.path),
                    prologue: prologue.replacingOccurrences(of: "FOLDER", with: folder.path), size: "32", to: folder)
            },
            inspect: { folder in
                let result = folder.appendingPathComponent("out.png")
                guard FileManager.default.fileExists(atPath: result.path) else { return nil }
                let source = try ImageFileReader.open(url: result)
                let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: source.width, height: source.height))
                try source.read(into: raster)
                let isRed = (0..<raster.bounds.area).contains { raster.pixels[$0].x > 0.5 && raster.pixels[$0].y < 0.3 }
                return isRed ? "another file's content is in the picture" : nil
            })
    }

    private static func write(_ body: String, prologue: String, size: String, to folder: URL) throws
        -> [HostileInvocation]
    {
        let text = """
            <?xml version="1.0"?>\(prologue)<svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)">\
            <rect width="4" height="4" fill="blue"/>\(body)</svg>
            """
        try Data(text.utf8).write(to: folder.appendingPathComponent("evil.svg"))
        return [HostileInvocation(["apply", "evil.svg", "-o", "out.png", "--", "ExposureAdjust", "EV=0"])]
    }

    private static var red: Data {
        get throws {
            let picture = EncodedPicture(
                width: 32, height: 32, pixelFormat: .RGB8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)
            ) { strip, buffer, bytesPerRow in
                for y in 0..<strip.height {
                    for x in 0..<strip.width {
                        for (channel, value) in [UInt8(255), 0, 0].enumerated() {
                            buffer.storeBytes(
                                of: value, toByteOffset: y * bytesPerRow + x * 3 + channel, as: UInt8.self)
                        }
                    }
                }
            }
            return try ImageFileWriter.encode(picture, as: .png)
        }
    }
}
