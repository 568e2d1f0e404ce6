import Foundation

extension HostileCase {
    /// Videos with wrong bits and bytes. The result has frames, or is refused with the file's name.
    static let damagedVideos: [HostileCase] =
        made.flatMap { name, make in damages(name, make) }
        + [
            "h264.mp4", "h264-fragments.mp4", "ffv1.mkv", "vp9.webm", "mpeg2.mpg", "flv1.flv", "raw.nut", "vp8.ogv",
            "plain.hevc",
        ]
        .map { name in
            damaged("\(name): flipped bits", name, { try VideoClips.bytes(name) }) { bytes, round in
                for place in stride(from: 5 + round * 11, to: bytes.count, by: 97 + round * 31) {
                    bytes[place] ^= 1 << UInt8((place + round) % 8)
                }
            }
        }

    private static let made: [(String, @Sendable () throws -> [UInt8])] = [
        ("a.mp4", { MP4File(try VideoPictures.frames()).bytes }),
        ("a.mkv", { MatroskaFile(try VideoPictures.frames()).bytes }),
        ("a.avi", { AVIFile(try VideoPictures.frames()).bytes }),
        ("a.ivf", { PlainVideoFiles.ivf(try VideoPictures.frames()) }),
    ]

    private static func damages(_ name: String, _ make: @escaping @Sendable () throws -> [UInt8]) -> [HostileCase] {
        [
            damaged("\(name): 0xFF in the header", name, make) { bytes, round in
                for place in 20 + round * 36..<28 + round * 36 { bytes[place] = 0xFF }
            },
            damaged("\(name): flipped bits in the frames", name, make) { bytes, round in
                for place in stride(from: bytes.count / 4, to: bytes.count, by: 199 + round * 61) {
                    bytes[place] ^= 1 << UInt8((place + round) % 8)
                }
            },
            damaged("\(name): a frame is overwritten by zeros", name, make) { bytes, round in
                let place = bytes.count / 4 * (round + 1)
                for index in place..<min(place + 600, bytes.count) { bytes[index] = 0 }
            },
        ]
    }

    private static func damaged(
        _ name: String, _ file: String, _ make: @escaping @Sendable () throws -> [UInt8],
        _ change: @escaping @Sendable (inout [UInt8], _ round: Int) -> Void
    ) -> HostileCase {
        let names = (0..<3).map { "evil-\($0)-\(file)" }
        return HostileCase(
            name, .video, timeLimit: .seconds(20), expected: .acceptanceOrRefusal(["evil-"]),
            neededPrograms: ["coreimage-video-worker"],
            prepare: { folder in
                for (round, name) in names.enumerated() {
                    var bytes = try make()
                    change(&bytes, round)
                    try Data(bytes).write(to: folder.appendingPathComponent(name))
                }
                return names.map { .filtering($0, to: $0 + ".mkv", "--skip-damage") }
            })
    }
}
