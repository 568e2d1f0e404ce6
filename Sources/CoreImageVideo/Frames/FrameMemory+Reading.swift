import PixelBuffers
import VideoExchange

extension FrameMemory {
    /// Copies the frame's samples to the buffer.
    func read(_ repacking: FrameForm.Repacking) {
        switch repacking {
        case .chromaPairs:
            copy(UInt8.self)
            forEachChromaRow(as: UInt8.self) { SampleRows.interleave($0, $1, $3, to: $2) }
        case .shiftedChromaPairs(let shift):
            forEachRow(0, of: 0, as: UInt16.self) { SampleRows.shiftUp($0, $2, by: shift, to: $1) }
            forEachChromaRow(as: UInt16.self) { SampleRows.interleave($0, $1, $3, by: shift, to: $2) }
        case .scaledChromaPairs:
            forEachRow(0, of: 0, as: UInt16.self) {
                SampleRows.scaleTwelveBits($0, $2, isChroma: false, stride: 1, to: $1)
            }
            forEachChromaRow(as: UInt16.self) {
                SampleRows.scaleTwelveBits($0, $3, isChroma: true, stride: 2, to: $2)
                SampleRows.scaleTwelveBits($1, $3, isChroma: true, stride: 2, to: $2 + 1)
            }
        case .neutralChroma:
            copy(UInt8.self)
            fillChroma(with: UInt8(128))
        case .shiftedNeutralChroma(let shift):
            forEachRow(0, of: 0, as: UInt16.self) { SampleRows.shiftUp($0, $2, by: shift, to: $1) }
            fillChroma(with: UInt16(32_768))
        case .scaledGray(let maximum):
            forEachRow(0, of: 0, as: UInt16.self) { SampleRows.expand($0, $2, maximum: maximum, stride: 1, to: $1) }
        case .interleavedRGB(let hasAlpha): readRGB(hasAlpha: hasAlpha)
        case .scaledRGB(let maximum, let hasAlpha): readRGB(maximum: maximum, hasAlpha: hasAlpha)
        case .addedAlpha:
            forEachRow(0, of: 0, as: UInt16.self) { frame, buffer, columns in
                for x in 0..<columns {
                    for c in 0..<3 { buffer[4 &* x &+ c] = frame[3 &* x &+ c] }
                    buffer[4 &* x &+ 3] = .max
                }
            }
        case .swappedBytes:
            forEachRow(0, of: 0, as: UInt16.self) { frame, buffer, columns in
                for x in 0..<2 * columns { buffer[x] = frame[x].byteSwapped }
            }
        }
    }

    private func copy<Sample>(_: Sample.Type) {
        forEachRow(0, of: 0, as: Sample.self) { $1.update(from: $0, count: $2) }
    }

    private func fillChroma<Sample: FixedWidthInteger>(with value: Sample) {
        let chroma = buffer.planes[1]
        for y in 0..<chroma.height {
            let row = (chroma.address + y * chroma.bytesPerRow).assumingMemoryBound(to: Sample.self)
            SampleRows.fill(row, 2 * chroma.width, stride: 1, with: value)
        }
    }

    // The planes of the frame are G, B, R and A.

    private func readRGB(hasAlpha: Bool) {
        for y in 0..<layout.height {
            let (green, blue, red) = (row(y, 0, as: UInt8.self), row(y, 1, as: UInt8.self), row(y, 2, as: UInt8.self))
            let target = (buffer.planes[0].address + y * buffer.planes[0].bytesPerRow)
                .assumingMemoryBound(to: UInt8.self)
            for x in 0..<layout.width {
                target[4 &* x] = blue[x]
                target[4 &* x &+ 1] = green[x]
                target[4 &* x &+ 2] = red[x]
            }
            guard hasAlpha else {
                SampleRows.fill(target + 3, layout.width, stride: 4, with: .max)
                continue
            }
            let alpha = row(y, 3, as: UInt8.self)
            for x in 0..<layout.width { target[4 &* x &+ 3] = alpha[x] }
        }
    }

    private func readRGB(maximum: UInt32, hasAlpha: Bool) {
        let places = [1, 2, 0, 3]
        for (plane, place) in places.prefix(hasAlpha ? 4 : 3).enumerated() {
            forEachRow(plane, of: 0, as: UInt16.self) {
                SampleRows.expand($0, $2, maximum: maximum, stride: 4, to: $1 + place)
            }
        }
        guard !hasAlpha else { return }
        forEachRow(0, of: 0, as: UInt16.self) { SampleRows.fill($1 + 3, $2, stride: 4, with: .max) }
    }
}
