import CoreImage
import TestSupport
import Testing

@Suite("Command: info")
struct InfoCommandTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private static let hasEngines = (try? CIDetector(checkingType: CIDetectorTypeQRCode)) != nil
    private static let withoutEngines: Comment =
        "libCoreImageDetection.so isn't there: install libopencv-objdetect-dev and libzxing-dev and build again"

    private func object(_ arguments: String...) throws -> [String: Any] {
        let outcome = try command.run(["info", "--json"] + arguments)
        #expect(outcome.code == 0 && outcome.errors == "")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    /// Writes a picture with an orientation tag and returns its path.
    private func write(_ image: CIImage, as name: String, orientation: Int = 1) throws -> String {
        let tagged = image.settingProperties([kCGImagePropertyOrientation: orientation])
        try CIContext().writeRepresentation(of: tagged, to: URL(fileURLWithPath: command.path(name)))
        return command.path(name)
    }

    @Test("Size, format, colours and orientation, as text and as JSON")
    func plain() throws {
        let fixture = CommandProcess.package.appendingPathComponent("Tests/Fixtures/scene.jpg").path
        let picture = try object(fixture)
        #expect(picture["format"] as? String == "jpeg")
        #expect(picture["width"] as? Int == 640 && picture["height"] as? Int == 480)
        #expect(picture["depth"] as? Int == 8 && picture["opaque"] as? Bool == true)
        #expect(picture["orientation"] as? Int == 1)
        let size = try FileManager.default.attributesOfItem(atPath: fixture)[.size] as? Int
        #expect(picture["bytes"] as? Int == size)
        #expect(picture["histogram"] == nil && picture["faces"] == nil)

        let text = try command.run(["info", CommandProcess.scene])
        #expect(text.code == 0)
        #expect(text.output.contains("format       png, 8-bit"))
        #expect(text.output.contains("size         640 × 480 pixels, 0.3 megapixels\n"))
        #expect(text.output.contains("alpha        yes"))
        #expect(text.output.contains("colours      sRGB\n"))
        #expect(text.output.contains("orientation  1 (up)"))
    }

    @Test("info states the upright size of a picture with an orientation tag")
    func orientation() throws {
        let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))
        let path = try write(image, as: "turned.jpg", orientation: 6)
        let outcome = try command.run(["info", path])
        #expect(outcome.output.contains("40 × 30 pixels, 0.0 megapixels, upright 30 × 40"))
        #expect(outcome.output.contains("orientation  6 (right)"))
    }

    @Test("Degrees are shown without the errors of binary fractions")
    func place() throws {
        let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))
        let place: [String: Any] = ["Longitude": 7.86, "LongitudeRef": "E"]
        try CIContext().writeRepresentation(
            of: image.settingProperties([kCGImagePropertyGPSDictionary: place]),
            to: URL(fileURLWithPath: command.path("place.jpg")))
        let outcome = try command.run(["info", command.path("place.jpg")])
        #expect(outcome.output.contains(" 7.86 E"), "\(outcome.output)")
    }

    @Test("The histogram counts encoded values: parts of the pixels, from dark to light")
    func histogram() throws {
        // A quarter of red 51, the rest of red 204; green and blue are 0 and 255.
        let space = CGColorSpace(name: CGColorSpace.sRGB)
        let bytes = (0..<64).flatMap { $0 < 16 ? [51, 0, 255, 255] as [UInt8] : [204, 0, 255, 255] }
        let image = CIImage(
            bitmapData: Data(bytes), bytesPerRow: 32, size: CGSize(width: 8, height: 8), format: .RGBA8,
            colorSpace: space)
        let path = try write(image, as: "colours.png")
        let counted = try #require(try object(path, "--histogram")["histogram"] as? [String: [Double]])
        let red = try #require(counted["red"])
        #expect(red.count == 256)
        // A value on the border of two bins may count in either.
        #expect(abs(red[50...52].reduce(0, +) - 0.25) < 1e-6 && abs(red[203...205].reduce(0, +) - 0.75) < 1e-6)
        #expect(try #require(counted["green"])[0] == 1 && (try #require(counted["blue"]))[255] == 1)
        let chart = try command.run(["info", path, "--histogram"]).output.split(separator: "\n")
        #expect(chart.filter { $0.hasPrefix("|") && $0.count == 66 }.count == 24)
    }

    @Test("Codes and rectangles with places and texts", .enabled(if: hasEngines, withoutEngines))
    func features() throws {
        let filter = CIFilter.qrCodeGenerator()
        filter.message = Data("gate 7".utf8)
        let code = try #require(filter.outputImage).transformed(by: CGAffineTransform(scaleX: 6, y: 6))
        let side = code.extent.width
        let scene = code.transformed(by: CGAffineTransform(translationX: 100, y: 50))
            .composited(
                over: CIImage(color: CIColor(red: 0.2, green: 0.3, blue: 0.4))
                    .cropped(to: CGRect(x: 0, y: 0, width: 500, height: 300)))
        let path = try write(scene, as: "ticket.png")
        let found = try object(path, "--codes", "--rectangles", "--text", "--faces", "--fast")
        let codes = try #require(found["codes"] as? [[String: Any]])
        #expect(codes.count == 1 && codes[0]["message"] as? String == "gate 7")
        let bounds = try #require(codes[0]["bounds"] as? [Double])
        for (value, wanted) in zip(bounds, [106, 56, side - 12, side - 12]) { #expect(abs(value - Double(wanted)) < 3) }
        #expect((codes[0]["symbol"] as? [String: Any])?["version"] as? Int == 1)
        let rectangles = try #require(found["rectangles"] as? [[String: Any]])
        #expect(
            rectangles.contains { rectangle in
                zip(rectangle["bounds"] as? [Double] ?? [], [100, 50, side, side]).allSatisfy {
                    abs($0 - Double($1)) < 3
                }
            })
        #expect((found["faces"] as? [Any])?.isEmpty == true && (found["text"] as? [Any])?.isEmpty == true)

        let text = try command.run(["info", path, "--codes", "--faces", "--angles", "3", "--least", "0.2"])
        #expect(text.output.contains("1 code\n") && text.output.contains("\"gate 7\""))
        #expect(text.output.contains("no faces\n"))
    }

    @Test("Impossible requests are refused with a reason")
    func refusals() throws {
        let missing = try command.run(["info", "nothing.png"])
        #expect(missing.code == 1 && missing.errors.contains("nothing.png"))
        for arguments in [["--least", "2"], ["--angles", "4"], ["--faces", "--least", "0.9"]] {
            let wrong = try command.run(["info", CommandProcess.scene] + arguments)
            #expect(
                wrong.code == 64 && wrong.errors.contains(arguments.contains("--angles") ? "--angles 4" : "--least"))
        }
        // The library that the variable names isn't there, and no other is taken.
        let without = try CommandProcess.run(
            ProductsFolder.product("coreimage"), ["info", CommandProcess.scene, "--faces"],
            in: command.folder, environment: ["COREIMAGE_DETECTION": "/nowhere/engines.so"])
        #expect(without.code == 1 && without.errors.contains("/nowhere/engines.so"))
        #expect(without.errors.contains("libopencv-objdetect-dev"))
    }
}
