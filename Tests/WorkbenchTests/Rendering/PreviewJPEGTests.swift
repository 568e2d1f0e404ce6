import CoreImage
import Foundation
import Testing
import _Testing_CoreImage

@testable import Workbench

@Suite("Previews while a value moves")
struct PreviewJPEGTests {
    /// The bytes of a file's pixels, the top row first.
    private func pixels(_ file: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
        let image = try CIImage(decoding: Data(file))
        #expect(image.extent == CGRect(x: 0, y: 0, width: width, height: height))
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        CIContext().render(
            image, toBitmap: &bytes, rowBytes: width * 4, bounds: image.extent, format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        return bytes
    }

    @Test("transparent pixels show the backdrop")
    func backdrop() throws {
        // 5 × 3 pixels in five tones of columns; the last column is mostly transparent.
        let (width, height) = (5, 3)
        let memory = PixelMemory(count: width * height * 4)
        let tones: [UInt8] = [40, 80, 120, 160, 200]
        for index in 0..<width * height {
            let column = index % width
            for part in 0..<3 {
                memory.base.storeBytes(of: tones[column], toByteOffset: index * 4 + part, as: UInt8.self)
            }
            memory.base.storeBytes(of: column == 4 ? 102 : 255, toByteOffset: index * 4 + 3, as: UInt8.self)
        }
        let whole = try pixels(
            try PreviewJPEG.data(of: memory, on: [100, 100, 100], width: width, height: height), width, height)
        // 200 at alpha 0.4 on 100 is 140.
        for (column, expected) in [40, 80, 120, 160, 140].enumerated() {
            #expect(abs(Int(whole[column * 4]) - expected) <= 8, "column \(column)")
        }
    }

    @Test("a quick frame shows the requested part at about the requested size")
    func region() async throws {
        // Brightness grows to the right: 2 codes for each pixel.
        let (width, height) = (100, 60)
        var bytes = [UInt8](repeating: 255, count: width * height * 4)
        for index in 0..<width * height { for part in 0..<3 { bytes[index * 4 + part] = UInt8(2 * (index % width)) } }
        let image = CIImage(
            bitmapData: Data(bytes), bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        let painter = PreviewPainter(limits: WorkbenchLimits())
        func frame(_ region: CGRect, _ width: Int, _ height: Int) async throws -> PreviewFrame {
            try await painter.quickFrame(
                of: image, region, width: width, height: height, kind: .after, id: 1, on: [0, 0, 0])
        }
        let half = try await frame(CGRect(x: 10, y: 5, width: 80, height: 40), 40, 20)
        #expect((half.width, half.height) == (40, 20) && half.region == CGRect(x: 10, y: 5, width: 80, height: 40))
        let row = try pixels(half.pixels, 40, 20)
        for column in [0, 7, 39] { #expect(abs(Int(row[column * 4]) - (20 + 4 * column + 1)) <= 4) }
        // A size that doesn't divide the part: of the last square, only the middle is in it.
        let odd = try await frame(CGRect(x: 0, y: 0, width: 99, height: 59), 33, 20)
        #expect((odd.width, odd.height) == (33, 20) && odd.region == CGRect(x: 0, y: 0, width: 99, height: 60))
        let top = try pixels(odd.pixels, 33, 20)
        for column in [1, 20, 32] { #expect(abs(Int(top[column * 4]) - (6 * column + 2)) <= 4) }
        // A part that is larger than the image.
        let large = try await frame(CGRect(x: -20, y: -20, width: 160, height: 160), 40, 40)
        #expect((large.width, large.height) == (25, 15) && large.region == CGRect(x: 0, y: 0, width: 100, height: 60))
        // Parts of more pixels than the limit are resampled to exactly the requested size.
        let limited = try await painter.quickFrame(
            of: image, CGRect(x: 0, y: 0, width: 100, height: 60), width: 50, height: 30, kind: .after, id: 1,
            on: [0, 0, 0], most: 1000)
        #expect((limited.width, limited.height) == (50, 30) && limited.form == .jpeg)
        let resampled = try pixels(limited.pixels, 50, 30)
        #expect(abs(Int(resampled[20 * 4]) - 81) <= 6)
    }
}
