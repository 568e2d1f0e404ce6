import Foundation
import ImageFiles
import Pixels
import Testing

@Suite("Animations")
struct AnimationTests {
    /// The parts of a GIF file's blocks that these tests compare, parsed according to the GIF89a specification.
    struct GIFBlocks {
        var size = (width: 0, height: 0)
        var frames = 0
        /// In hundredths of a second.
        var delays: [Int] = []
        /// The loop count in the Netscape extension, or nil if there is no such extension.
        var rounds: Int?

        init(_ data: Data) throws {
            let bytes = [UInt8](data)
            func word(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
            func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
            try #require(bytes.count > 13 && bytes.starts(with: Array("GIF89a".utf8)))
            size = (word(6), word(8))
            var place = 13 + table(bytes[10])
            /// Skips sub-blocks up to the empty one.
            func skipBlocks() { while bytes[place] != 0 { place += Int(bytes[place]) + 1 }; place += 1 }
            while place < bytes.count, bytes[place] != 0x3B {
                if bytes[place] == 0x2C {
                    frames += 1
                    place += 10 + table(bytes[place + 9]) + 1
                } else {
                    if bytes[place + 1] == 0xF9 { delays.append(word(place + 4)) }
                    if bytes[place + 1] == 0xFF, Array(bytes[place + 3..<place + 14]) == Array("NETSCAPE2.0".utf8) {
                        rounds = word(place + 16)
                    }
                    place += 2
                }
                skipBlocks()
            }
        }
    }

    /// Three frames of 20 × 16 pixels below each other, each of a different gray.
    private func stack(_ animation: PictureAnimation) -> EncodedPicture {
        var picture = SampleFiles.bytes(20, 48, .rgb, space: SampleFiles.sRGB) { _, y, _ in UInt8(y / 16 * 100) }
        picture.animation = animation
        return picture
    }

    @Test("GIF: frames, their size and times, and how often it plays", arguments: [0, 1, 3])
    func gif(playCount: Int) throws {
        let animation = PictureAnimation(frameHeight: 16, delays: [50, 120, 1000], playCount: playCount)
        let blocks = try GIFBlocks(try ImageFileWriter.encode(stack(animation), as: .gif))
        #expect(blocks.size == (20, 16))
        #expect(blocks.frames == 3)
        #expect(blocks.delays == [5, 12, 100])
        // Without the extension, the animation plays once. Its loop count doesn't include the first time, and 0 means
        // forever.
        #expect(blocks.rounds == (playCount == 1 ? nil : playCount == 0 ? 0 : playCount - 1))
    }

    @Test("WebP: as many frames")
    func webP() throws {
        let animation = PictureAnimation(frameHeight: 16, delays: [50, 120, 1000])
        let data = try ImageFileWriter.encode(stack(animation), as: .webp)
        // Each frame is an ANMF chunk.
        let bytes = [UInt8](data)
        let frames = bytes.indices.filter { bytes[$0...].starts(with: Array("ANMF".utf8)) }.count
        #expect(frames == 3)
        #expect(data.range(of: Data("ANIM".utf8)) != nil)
    }

    @Test("Refused: formats without animations, and frames that don't make up the picture")
    func refused() {
        let good = PictureAnimation(frameHeight: 16, delays: [50, 50, 50])
        let refusals: [(PictureAnimation, ImageFileFormat)] = [
            (good, .png), (PictureAnimation(frameHeight: 17, delays: [50, 50, 50]), .gif),
            (PictureAnimation(frameHeight: 48, delays: []), .gif),
            (PictureAnimation(frameHeight: 16, delays: [50, -1, 50]), .gif),
            (PictureAnimation(frameHeight: 16, delays: [50, 50, 50], playCount: -1), .gif),
        ]
        for (animation, format) in refusals {
            #expect {
                _ = try ImageFileWriter.encode(stack(animation), as: format)
            } throws: { error in
                if case .unsupported = error as? ImageFileError { return true }
                return false
            }
        }
    }
}
