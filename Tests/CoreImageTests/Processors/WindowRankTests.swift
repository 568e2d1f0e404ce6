import CoreImage
import Testing
import UnitCompiling

/// The sample unit in C, compared with an explicit sort.
@Suite("Window rank", .serialized)
struct WindowRankTests {
    private static let unit = CompiledLibrary.package.appendingPathComponent("ImageUnits/WindowRank")
    private let compiled: CompiledLibrary

    init() throws {
        compiled = try CompiledLibrary(
            "WindowRank", sources: [Self.unit.appendingPathComponent("Sources/WindowRank.c")])
        let contents = compiled.bundle.appendingPathComponent("Contents")
        try FileManager.default.removeItem(at: contents.appendingPathComponent("Resources"))
        try FileManager.default.copyItem(
            at: Self.unit.appendingPathComponent("Resources"), to: contents.appendingPathComponent("Resources"))
        let info = try String(contentsOf: Self.unit.appendingPathComponent("Info.plist"), encoding: .utf8)
        let stamp = "<key>CoreImageStamp</key><dict>\(FunctionUnit.stamp())</dict>\n</dict>\n</plist>"
        try info.replacingOccurrences(of: "</dict>\n</plist>", with: stamp).write(
            to: contents.appendingPathComponent("Info.plist"), atomically: true, encoding: .utf8)
        if CIFilter(name: "WindowRank") == nil {
            try CIPlugIn.loadReporting(compiled.bundle, allowExecutableCode: true)
        }
    }

    // Noise, so that neighbours differ; ties are likely, as there are few levels.
    private static func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
        func level(_ salt: Int) -> Float {
            var value = UInt32(truncatingIfNeeded: x &* 374_761_393 &+ y &* 668_265_263 &+ salt &* 1_442_695_041)
            value = (value ^ (value >> 13)) &* 1_274_126_177
            return Float((value >> 16) % 9) / 8
        }
        return SIMD4(level(1), level(2), level(3), 1)
    }

    @Test(
        "each pixel has the given rank in its disc",
        arguments: [(1.0, 0.5), (2.5, 0), (3, 1), (4, 0.3), (0, 0.5), (7.9, 0.5)])
    func oracle(radius: Double, rank: Double) throws {
        let (width, height) = (150, 140)
        let colors = (0..<width * height).map { Self.color($0 % width, $0 / width) }
        let picture = Pictures.image(width: width, height: height) { x, y in colors[y * width + x] }
        let result = picture.applyingFilter("WindowRank", parameters: ["inputRadius": radius, "inputRank": rank])
        #expect(result.extent == picture.extent)
        let pixels = Pictures.pixels(of: result, in: picture.extent)
        let reach = Int(radius)
        // Rows begin at all offsets, so that the compared pixels lie at all places of tiles and vectors.
        for y in stride(from: 0, to: height, by: 5) {
            for x in stride(from: y % 7, to: width, by: 7) {
                var window: [(brightness: Double, color: SIMD4<Float>)] = []
                for v in max(0, y - reach)...min(height - 1, y + reach) {
                    for u in max(0, x - reach)...min(width - 1, x + reach) {
                        let distance = Double((u - x) * (u - x) + (v - y) * (v - y))
                        guard distance <= radius * radius else { continue }
                        let pixel = colors[v * width + u]
                        window.append(
                            (0.2126 * Double(pixel.x) + 0.7152 * Double(pixel.y) + 0.0722 * Double(pixel.z), pixel))
                    }
                }
                // Swift's sort is stable: equal pixels stay in row order.
                window.sort { $0.brightness < $1.brightness }
                let place = Int((rank * Double(window.count - 1)).rounded(.toNearestOrAwayFromZero))
                #expect(pixels[y * width + x] == window[place].color, "at \(x), \(y)")
            }
        }
    }

    @Test("a part is as the whole, and weights choose what is bright") func partsAndWeights() throws {
        let picture = Pictures.image(width: 90, height: 70, color: Self.color)
        let blue = CIVector(x: 0, y: 0, z: 1)
        let result = picture.applyingFilter(
            "WindowRank", parameters: ["inputRadius": 3, "inputRank": 1, "inputWeights": blue])
        let whole = Pictures.pixels(of: result, in: picture.extent)
        let part = Pictures.pixels(of: result, in: CGRect(x: 31, y: 22, width: 17, height: 9))
        for y in 0..<9 { for x in 0..<17 { #expect(part[y * 17 + x] == whole[(y + 22) * 90 + x + 31]) } }
        // 29 pixels of nine levels: nearly every disc has the brightest blue.
        #expect(whole.count { $0.z == 1 } > whole.count * 9 / 10)
    }

    @Test("settings that it can't work with are named") func refusals() throws {
        let picture = Pictures.scene()
        for (key, value) in [("inputRadius", 33.0), ("inputRadius", -1), ("inputRank", 1.5), ("inputRank", .nan)] {
            let error = #expect(throws: RenderingError.self) {
                try CIContext().renderedCGImage(
                    picture.applyingFilter("WindowRank", parameters: [key: value]), from: picture.extent)
            }
            #expect(error?.description.contains(key) == true, "\(String(describing: error))")
        }
    }
}
