/// Writes videos of simple formats, in which everything can be wrong.
enum PlainVideoFiles {
    /// Returns an IVF file of JPEG pictures.
    static func ivf(
        _ frames: [[UInt8]], width: UInt16 = 64, height: UInt16 = 48, rate: UInt32 = 25, scale: UInt32 = 1,
        times: [UInt64]? = nil
    ) -> [UInt8] {
        var bytes = VideoBytes.text("DKIF") + VideoBytes.little(UInt16(0)) + VideoBytes.little(UInt16(32))
        bytes += VideoBytes.text("MJPG") + VideoBytes.little(width) + VideoBytes.little(height)
        bytes += VideoBytes.little(rate) + VideoBytes.little(scale) + VideoBytes.little(UInt64(frames.count))
        for (index, frame) in frames.enumerated() {
            bytes += VideoBytes.little(UInt32(frame.count)) + VideoBytes.little(times?[index] ?? UInt64(index)) + frame
        }
        return bytes
    }

    /// Returns a YUV4MPEG2 stream of gray frames, with a header and the lines of frames.
    static func stream(
        _ header: String = "W64 H48 F25:1 Cmono", width: Int = 64, height: Int = 48, lines: [String]
    ) -> [UInt8] {
        lines.enumerated().reduce(into: VideoBytes.text("YUV4MPEG2 \(header)\n")) { bytes, line in
            bytes += VideoBytes.text(line.element + "\n")
            bytes += [UInt8](repeating: UInt8(line.offset % 200), count: width * height)
        }
    }

    /// Returns a transport stream: tables of programs, each of which has streams of MPEG-2, and no frames.
    static func transportStream(programs: Int, streams: Int) -> [UInt8] {
        var list: [UInt8] = [0, 1, 0xC1, 0, 0]
        for program in 1...programs {
            list += VideoBytes.big(UInt16(program)) + VideoBytes.big(UInt16(0xE100 + program))
        }
        var bytes = packet(0, section(0, list))
        for program in 1...programs {
            var content = VideoBytes.big(UInt16(program)) + [0xC1, 0, 0, 0xE1, 0, 0xF0, 0]
            for stream in 0..<streams {
                let number = UInt16(truncatingIfNeeded: 0xE800 + (program * streams + stream) % 0x700)
                content += [2] + VideoBytes.big(number) + [0xF0, 0]
            }
            bytes += packet(0x100 + program, section(2, content))
        }
        return bytes
    }

    /// Returns a table with its checksum.
    private static func section(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        let body = [number] + VideoBytes.big(UInt16(0xB000 + content.count + 4)) + content
        var sum = UInt32.max
        for byte in body {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
        return body + VideoBytes.big(sum)
    }

    private static func packet(_ number: Int, _ section: [UInt8]) -> [UInt8] {
        let bytes = [0x47, 0x40 | UInt8(number >> 8), UInt8(number & 0xFF), 0x10, 0] + section
        return bytes + [UInt8](repeating: 0xFF, count: max(0, 188 - bytes.count))
    }
}
