import Foundation
import Testing

@testable import VideoExchange

/// Tests of times, layouts and messages.
@Suite("Values that clients and workers exchange")
struct ValueTests {
    @Test("times of different scales compare exactly")
    func times() {
        let third = RationalTime(value: 1, timescale: 3)
        #expect(third == RationalTime(value: 30_000, timescale: 90_000))
        #expect(third.hashValue == RationalTime(value: 30_000, timescale: 90_000).hashValue)
        #expect(RationalTime(value: 333_333, timescale: 1_000_000) < third)
        #expect(RationalTime(value: -1, timescale: 2) < .zero)
        #expect(RationalTime(value: .max, timescale: 1) > RationalTime(value: .max, timescale: .max))
        #expect(RationalTime(stamp: 7, in: Ratio(1001, 30_000)) == RationalTime(value: 7007, timescale: 30_000))
        #expect(RationalTime(stamp: .max, in: Ratio(2, 1)) == nil)
        #expect(RationalTime(stamp: 1, in: Ratio(0, 1)) == nil)
        #expect(RationalTime(value: 16, timescale: 5).description == "3.2 s")
    }

    @Test("stamps are rounded down, and stamps of times are themselves")
    func stamps() {
        for base in [Ratio(1, 25), Ratio(1001, 30_000), Ratio(1, 1), Ratio(1, 90_000), Ratio(3, 7)] {
            for stamp in [Int64(-100_001), -1, 0, 1, 2, 12_345_678_901] {
                #expect(RationalTime(stamp: stamp, in: base)?.stamp(in: base) == stamp)
            }
        }
        #expect(RationalTime(value: -1, timescale: 1000).stamp(in: Ratio(1, 25)) == -1)
        #expect(RationalTime(value: 79, timescale: 1000).stamp(in: Ratio(1, 25)) == 1)
        #expect(RationalTime(value: .max, timescale: 1).stamp(in: Ratio(1, 90_000)) == .max)
        #expect(RationalTime(value: .min, timescale: 1).stamp(in: Ratio(1, 90_000)) == .min)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(RationalTime.self, from: Data(#"{"value":1,"timescale":0}"#.utf8))
        }
    }

    @Test("planes of every format don't overlap and have the sizes of the format", arguments: VideoPixelFormat.allCases)
    func layouts(_ format: VideoPixelFormat) throws {
        for (width, height) in [(1, 1), (2, 2), (3, 5), (161, 121), (1920, 1080)] {
            let layout = try #require(VideoFrameLayout(format: format, width: width, height: height))
            var end = 0
            for plane in layout.planes {
                #expect(plane.offset >= end && plane.offset % 64 == 0 && plane.bytesPerRow % 64 == 0)
                #expect(plane.usedBytesPerRow <= plane.bytesPerRow)
                end = plane.offset + plane.bytesPerRow * plane.rows
            }
            #expect(layout.byteCount >= end + 64 && layout.byteCount % 4096 == 0)
        }
        #expect(VideoFrameLayout(format: format, width: 0, height: 1) == nil)
        #expect(VideoFrameLayout(format: format, width: 1, height: 65_537) == nil)
        #expect(VideoFrameLayout(format: format, width: .max, height: .max) == nil)
    }

    @Test(
        "bytes of a pixel, from the definitions of the formats",
        arguments: [
            (VideoPixelFormat.yuv420p, 12), (.yuv422p, 16), (.yuv444p, 24), (.yuv420p10le, 24), (.nv12, 12),
            (.p010le, 24),
            (.gray, 8), (.rgb24, 24), (.bgra, 32), (.rgba64le, 64), (.yuva420p, 20), (.yuv410p, 9), (.yuyv422, 16),
            (.gbrap16le, 64),
        ])
    func bits(_ format: VideoPixelFormat, _ bits: Int) throws {
        let layout = try #require(VideoFrameLayout(format: format, width: 64, height: 64))
        #expect(layout.planes.reduce(0) { $0 + $1.usedBytesPerRow * $1.rows } == 64 * 64 * bits / 8)
        #expect(layout.planes.count == format.planeCount)
    }

    @Test("messages survive the way there and back, and cut ones are refused")
    func messages() throws {
        let frame = FrameMessage(ring: 1, slot: 2, time: -3, duration: 4, flags: [.key, .interlaced])
        let slot = SlotMessage(ring: 5, slot: 6)
        let packet = MediaPacket(
            stream: 7, presentationTime: nil, decodingTime: -9, duration: 10, flags: [.key], data: [1, 2, 3],
            sideData: [.init(kind: 4, bytes: [5, 6])])
        let header = MessageHeader(.packet, descriptors: 1, generation: 2, length: 3)
        #expect(FrameMessage(frame.bytes) == frame)
        #expect(SlotMessage(slot.bytes) == slot)
        #expect(MediaPacket(packet.bytes) == packet)
        #expect(MessageHeader(header.bytes) == header)
        for count in 0..<packet.bytes.count { #expect(MediaPacket(Array(packet.bytes.prefix(count))) == nil) }
        for count in 0..<frame.bytes.count { #expect(FrameMessage(Array(frame.bytes.prefix(count))) == nil) }
        for count in 0..<header.bytes.count { #expect(MessageHeader(Array(header.bytes.prefix(count))) == nil) }
        #expect(MediaPacket(packet.bytes + [0]) == nil)
        var wrong = header.bytes
        wrong[0] ^= 1
        #expect(MessageHeader(wrong) == nil)
        // Lengths that exceed the message.
        for position in stride(from: 32, to: packet.bytes.count - 3, by: 1) {
            var bytes = packet.bytes
            for offset in 0..<4 { bytes[position + offset] = 0xFF }
            if let read = MediaPacket(bytes) { #expect(read.data.count <= bytes.count) }
        }
    }

    @Test("rotations and their matrices")
    func rotations() {
        for rotation in [0, 90, 180, 270] {
            var track = VideoTrack(width: 1, height: 1)
            track.displayMatrix = VideoTrack.displayMatrix(rotation: rotation)
            #expect(track.rotation == rotation)
        }
        #expect(VideoTrack.displayMatrix(rotation: 45) == nil)
    }
}
