import Foundation

/// A TIFF file with an RGB picture and smaller versions of it, in tiles of 64 × 64 pixels without compression.
struct TestPyramid {
    /// Where the smaller versions are.
    enum Place { case pages, children }
    /// How the smaller versions are made.
    enum Method { case means, meansWithNoise, everySecondPixel, brightest }

    var width = 256
    var height = 192
    /// The factors of the smaller versions.
    var factors = [2, 4, 8]
    var place = Place.pages
    var method = Method.means
    var bytesPerSample = 1
    var samples = 3
    /// Whether the smaller versions are marked as such.
    var isMarked = true
    /// Whether the picture is stored in strips of 64 rows instead.
    var isInStrips = false
    /// Added to the widths of the smaller versions.
    var extraWidth = 0
    /// The number of samples of a smaller version's pixel, if that is another one.
    var otherSamples: Int?

    private static let tile = 64

    /// The value of a sample of the picture, with detail in all places. Greatest is 1.
    static func value(_ x: Int, _ y: Int, _ channel: Int) -> Double {
        let noise = Double((x &* 7919 &+ y &* 104_729 &+ channel &* 1_299_709) % 251) / 250
        return 0.3 + 0.2 * sin(Double(x) * 0.05) * cos(Double(y) * 0.04) + 0.4 * noise
    }

    /// The value of a sample of a smaller version.
    func value(_ x: Int, _ y: Int, _ channel: Int, factor: Int) -> Double {
        var (sum, most) = (0.0, 0.0)
        for row in 0..<factor {
            for column in 0..<factor {
                let value = Self.value(x * factor + column, y * factor + row, channel)
                (sum, most) = (sum + value, max(most, value))
            }
        }
        let mean = sum / Double(factor * factor)
        switch method {
        case .means: return mean
        case .meansWithNoise:
            let noise = (31 * x + 17 * y + 7 * channel) % 13 - 6
            return mean + Double(noise) / 255
        case .everySecondPixel: return Self.value(x * factor, y * factor, channel)
        case .brightest: return most
        }
    }

    /// The file.
    var data: Data {
        var file = Data([0x49, 0x49, 42, 0, 0, 0, 0, 0])
        var next = 4
        var children: [Int] = []
        let versions = factors.map { version($0, extraWidth: extraWidth, samples: otherSamples ?? samples) }
        if place == .children {
            for version in versions {
                let pixels = append(version, to: &file)
                children.append(appendDirectory(version, pixels, [], isReduced: isMarked, to: &file).start)
            }
        }
        let chain = [version(1, extraWidth: 0, samples: samples)] + (place == .pages ? versions : [])
        for (index, version) in chain.enumerated() {
            let pixels = append(version, to: &file)
            let directory = appendDirectory(
                version, pixels, index == 0 ? children : [], isReduced: index > 0 && isMarked, to: &file)
            file.replaceSubrange(next..<next + 4, with: little(directory.start, 4))
            next = directory.next
        }
        return file
    }

    private typealias Version = (factor: Int, width: Int, height: Int, samples: Int)

    private func version(_ factor: Int, extraWidth: Int, samples: Int) -> Version {
        (factor, width / factor + extraWidth, height / factor, samples)
    }

    /// Appends the tiles or strips of a version, and returns their offsets and sizes.
    private func append(_ version: Version, to file: inout Data) -> [(offset: Int, size: Int)] {
        let (tileWidth, tile) = (isInStrips ? version.width : Self.tile, Self.tile)
        var places: [(offset: Int, size: Int)] = []
        for top in stride(from: 0, to: version.height, by: tile) {
            for left in stride(from: 0, to: version.width, by: tileWidth) {
                var bytes: [UInt8] = []
                let rows = isInStrips ? min(tile, version.height - top) : tile
                for y in top..<top + rows {
                    for x in left..<left + tileWidth {
                        for channel in 0..<version.samples {
                            let greatest = Double(1 << (8 * bytesPerSample) - 1)
                            let value = value(x, y, channel, factor: version.factor) * greatest
                            bytes += little(Int(min(max(value, 0), greatest).rounded()), bytesPerSample)
                        }
                    }
                }
                places.append((file.count, bytes.count))
                file += bytes
            }
        }
        return places
    }

    /// Appends a directory, and returns its place, and the one of the offset of the next directory.
    private func appendDirectory(
        _ version: Version, _ places: [(offset: Int, size: Int)], _ children: [Int], isReduced: Bool,
        to file: inout Data
    ) -> (start: Int, next: Int) {
        func list(_ values: [Int]) -> Int {
            if values.count == 1 { return values[0] }
            let offset = file.count
            for value in values { file += little(value, 4) }
            return offset
        }
        let (short, long) = (3, 4)
        var entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (254, long, 1, isReduced ? 1 : 0), (256, long, 1, version.width), (257, long, 1, version.height),
            (258, short, 1, 8 * bytesPerSample), (259, short, 1, 1), (262, short, 1, version.samples < 3 ? 1 : 2),
            (277, short, 1, version.samples), (284, short, 1, 1),
        ]
        if version.samples > 2 {
            let offset = file.count
            for _ in 0..<version.samples { file += little(8 * bytesPerSample, 2) }
            entries[3] = (258, short, version.samples, offset)
        }
        let offsets = list(places.map(\.offset))
        let sizes = list(places.map(\.size))
        if isInStrips {
            entries += [
                (273, long, places.count, offsets), (279, long, places.count, sizes), (278, long, 1, Self.tile),
            ]
        } else {
            entries += [(322, long, 1, Self.tile), (323, long, 1, Self.tile)]
            entries += [(324, long, places.count, offsets), (325, long, places.count, sizes)]
        }
        if version.samples == 4 { entries.append((338, short, 1, 2)) }
        if !children.isEmpty { entries.append((330, long, children.count, list(children))) }
        let start = file.count
        file += little(entries.count, 2)
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            file += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4) + little(entry.value, 4)
        }
        file += little(0, 4)
        return (start, file.count - 4)
    }

    private func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
}
