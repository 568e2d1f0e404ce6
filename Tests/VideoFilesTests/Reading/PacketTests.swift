import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Compares packets that aren't decoded with those of ffprobe.
@Suite("Packets of video files", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct PacketTests {
    /// A checksum, computed as RFC 1950 defines it.
    static func adler32(_ bytes: [UInt8]) -> String {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return String(format: "%08x", high << 16 | low)
    }

    /// What ffprobe says about the packets of a stream: times, size and checksum.
    static func expected(_ file: String, _ stream: Int) throws -> [String] {
        let entries = "packet=pts,dts,duration,size,data_hash"
        let data = try VideoTool.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "\(stream)", "-show_data_hash", "adler32", "-show_entries", entries,
                "-of", "json", file,
            ])
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(object["packets"] as? [[String: Any]]).map { packet in
            ["pts", "dts", "duration", "size", "data_hash"].map { packet[$0].map { "\($0)" } ?? "N/A" }
                .joined(separator: "|")
        }
    }

    static func line(_ packet: MediaPacket) -> String {
        let times = [packet.presentationTime, packet.decodingTime, packet.duration > 0 ? packet.duration : nil]
        return times.map { $0.map(String.init) ?? "N/A" }.joined(separator: "|")
            + "|\(packet.data.count)|adler32:\(adler32(packet.data))"
    }

    static func makeClip(in folder: String, _ fileExtension: String) throws -> String {
        let file = folder + "/two." + fileExtension
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=160x120:rate=25:duration=2 -f lavfi -i sine=duration=2 -f lavfi -i sine=frequency=880:duration=2 "
                + "-map 0 -map 1 -map 2 -c:v libx264 -bf 2 -c:a:0 aac -c:a:1 \(fileExtension == "mkv" ? "libopus" : "mp3")",
            to: file)
        return file
    }

    @Test("packets are those of ffprobe, while frames are decoded and without", arguments: ["mp4", "mkv", "ts"])
    func packets(_ fileExtension: String) throws {
        try withTemporaryFolder { folder in
            let file = try Self.makeClip(in: folder, fileExtension)
            for decodes in [true, false] {
                let reader = try VideoFileReader(path: file)
                let copied = decodes ? [1, 2] : [0, 1, 2]
                let reading = try reader.read(ReadingRequest(decodedStream: decodes ? 0 : nil, copiedStreams: copied))
                var packets: [Int: [String]] = [:]
                var frames = 0
                while let item = try reading.next() {
                    switch item {
                    case .frame: frames += 1
                    case .packet(let packet): packets[Int(packet.stream), default: []].append(Self.line(packet))
                    }
                }
                #expect(frames == (decodes ? 50 : 0))
                for stream in copied {
                    #expect(packets[stream] == (try Self.expected(file, stream)), "stream \(stream)")
                }
            }
        }
    }

    @Test("packets from a time begin with the first one that ends after it")
    func from() throws {
        try withTemporaryFolder { folder in
            let file = try Self.makeClip(in: folder, "mp4")
            let reader = try VideoFileReader(path: file)
            let start = RationalTime(value: 1, timescale: 1)
            let base = reader.description.streams[1].timeBase
            let reading = try reader.read(ReadingRequest(decodedStream: 0, copiedStreams: [1], start: start))
            var packets: [MediaPacket] = []
            while let item = try reading.next() {
                if case .packet(let packet) = item { packets.append(packet) }
            }
            let all = try Self.expected(file, 1)
            #expect(packets.map(Self.line) == Array(all.suffix(packets.count)))
            let first = try #require(packets.first)
            let time = try #require(first.presentationTime)
            #expect(try #require(RationalTime(stamp: time, in: base)) <= start)
            #expect(try #require(RationalTime(stamp: time + first.duration, in: base)) > start)
        }
    }
}
