import Foundation
import Pixels
import TestSupport
import Testing

@Suite("ICC profiles that are no formula")
struct ProfileTests {
    private func be16(_ v: Int) -> [UInt8] { [UInt8(v >> 8 & 255), UInt8(v & 255)] }
    private func be32(_ v: Int) -> [UInt8] { be16(v >> 16 & 0xFFFF) + be16(v & 0xFFFF) }
    private func fixed(_ v: Double) -> [UInt8] { be32(Int((v * 65536).rounded())) }

    /// A version 2 display profile (ICC.1:2001-04) with the colorants of sRGB and the same curve for all channels.
    private func profile(curve: [Int]) -> Data {
        func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
            Array("XYZ ".utf8) + be32(0) + fixed(x) + fixed(y) + fixed(z)
        }
        let tone = Array("curv".utf8) + be32(0) + be32(curve.count) + curve.flatMap(be16)
        let padded = tone + [UInt8](repeating: 0, count: (4 - tone.count % 4) % 4)
        let bodies: [([String], [UInt8])] = [
            (["rXYZ"], xyz(0.4360, 0.2225, 0.0139)), (["gXYZ"], xyz(0.3851, 0.7169, 0.0971)),
            (["bXYZ"], xyz(0.1431, 0.0606, 0.7139)), (["wtpt"], xyz(0.9642, 1, 0.8249)),
            (["rTRC", "gTRC", "bTRC"], padded),
        ]
        let tagCount = bodies.reduce(0) { $0 + $1.0.count }
        var offset = 128 + 4 + 12 * tagCount
        var table = be32(tagCount)
        var content: [UInt8] = []
        for (names, body) in bodies {
            for name in names { table += Array(name.utf8) + be32(offset) + be32(body.count) }
            content += body
            offset += body.count
        }
        var header = be32(128 + table.count + content.count) + be32(0) + be32(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return Data(header + table + content)
    }

    @Test("Little CMS evaluates a curve given by points")
    func table() throws {
        // The curve has the points (0, 0), (½, 0.1) and (1, 1) and is linear between them. No named space has such a
        // curve.
        let space = try #require(CGColorSpace(iccData: profile(curve: [0, 6554, 65535])))
        #expect(space.name == nil && space.model == .rgb && space.numberOfComponents == 3)
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        let there = try ColorConversion(from: space, to: linear)
        let cases: [(Float, Float)] = [(0, 0), (0.25, 0.05), (0.5, 0.1), (0.75, 0.55), (1, 1)]
        for (x, y) in cases {
            let value = there.apply(SIMD4(x, x, x, 0.5))
            #expect(abs(value.x - y) < 1e-3 && abs(value.y - y) < 1e-3 && abs(value.z - y) < 1e-3, "\(x) → \(value)")
            #expect(value.w == 0.5)
            let back = try ColorConversion(from: linear, to: space).apply(value)
            #expect(abs(back.x - x) < 2e-3)
        }
    }

    @Test("Equal bytes are equal spaces, and the bytes come back")
    func identity() throws {
        let data = profile(curve: [0, 6554, 65535])
        let a = try #require(CGColorSpace(iccData: data))
        let b = try #require(CGColorSpace(iccData: data))
        #expect(a == b && a.copyICCData() == data)
        #expect(try ColorConversion(from: a, to: b).isIdentity)
        #expect(a != CGColorSpace(iccData: profile(curve: [0, 6555, 65535])))
    }

    @Test("An sRGB profile with a table of points is sRGB")
    func tabulated() throws {
        let points = (0..<1024).map { index in
            Int((SRGBFormula.decoded(Double(index) / 1023) * 65535).rounded())
        }
        let space = try #require(CGColorSpace(iccData: profile(curve: points)))
        #expect(space.name == CGColorSpace.sRGB)
    }

    @Test("Conversions are the same from many threads")
    func threads() async throws {
        let space = try #require(CGColorSpace(iccData: profile(curve: [0, 6554, 65535])))
        let conversion = try ColorConversion(from: space, to: CGColorSpaceCreateDeviceRGB())
        let expected = conversion.apply(SIMD4(0.3, 0.6, 0.9, 1))
        await withTaskGroup(of: SIMD4<Float>.self) { group in
            for _ in 0..<64 { group.addTask { conversion.apply(SIMD4(0.3, 0.6, 0.9, 1)) } }
            for await value in group { #expect(value == expected) }
        }
    }
}
