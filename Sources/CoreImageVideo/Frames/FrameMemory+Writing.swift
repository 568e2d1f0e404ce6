import PixelBuffers
import VideoExchange

extension FrameMemory {
    /// Copies the buffer's samples to the frame. Codes of more bits than the frame has are rounded.
    func write(_ repacking: FrameForm.Repacking) {
        switch repacking {
        case .chromaPairs:
            copyBack(UInt8.self)
            forEachChromaRow(as: UInt8.self) { SampleRows.separate($2, $3, to: $0, $1) }
        case .shiftedChromaPairs:
            forEachRow(0, of: 0, as: UInt16.self) { SampleRows.shiftDown($1, $2, to: $0) }
            forEachChromaRow(as: UInt16.self) { SampleRows.separateTenBits($2, $3, to: $0, $1) }
        case .neutralChroma: copyBack(UInt8.self)
        case .shiftedNeutralChroma: forEachRow(0, of: 0, as: UInt16.self) { SampleRows.shiftDown($1, $2, to: $0) }
        case .interleavedRGB(let hasAlpha):
            for (plane, place) in [1, 0, 2, 3].prefix(hasAlpha ? 4 : 3).enumerated() {
                forEachRow(plane, of: 0, as: UInt8.self) { frame, buffer, columns in
                    for x in 0..<columns { frame[x] = buffer[4 &* x &+ place] }
                }
            }
        case .scaledRGB(let maximum, let hasAlpha):
            for (plane, place) in [1, 2, 0, 3].prefix(hasAlpha ? 4 : 3).enumerated() {
                forEachRow(plane, of: 0, as: UInt16.self) {
                    SampleRows.reduce($1 + place, $2, maximum: maximum, stride: 4, to: $0)
                }
            }
        case .addedAlpha:
            forEachRow(0, of: 0, as: UInt16.self) { frame, buffer, columns in
                for x in 0..<columns {
                    for c in 0..<3 { frame[3 &* x &+ c] = buffer[4 &* x &+ c] }
                }
            }
        case .swappedBytes:
            forEachRow(0, of: 0, as: UInt16.self) { frame, buffer, columns in
                for x in 0..<2 * columns { frame[x] = buffer[x].byteSwapped }
            }
        case .scaledChromaPairs, .scaledGray:
            preconditionFailure("Formats that can't be written have been refused.")
        }
    }

    private func copyBack<Sample>(_: Sample.Type) {
        forEachRow(0, of: 0, as: Sample.self) { $0.update(from: $1, count: $2) }
    }
}
