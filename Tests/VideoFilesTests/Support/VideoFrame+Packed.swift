import Foundation
import VideoExchange

@testable import VideoFiles

extension VideoFrame {
    /// The samples without padding between rows and planes.
    var packed: Data {
        withUnsafeBytes { memory in
            var result = Data()
            for plane in layout.planes {
                for row in 0..<plane.rows {
                    let start = plane.offset + row * plane.bytesPerRow
                    result.append(contentsOf: memory[start..<start + plane.usedBytesPerRow])
                }
            }
            return result
        }
    }
}

extension VideoFileReading {
    /// All frames, in memory of their own.
    func allFrames() throws -> [(time: Int64, duration: Int64, samples: Data)] {
        var result: [(Int64, Int64, Data)] = []
        while let frame = try nextFrame() { result.append((frame.time, frame.duration, frame.packed)) }
        return result
    }
}
