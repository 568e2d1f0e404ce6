import CoreImage
import Foundation
import Synchronization

@testable import CoreImageVideo

/// A source of frames in memory, whose pixels are the numbers of the frames.
final class NumberedFrames: FrameSource {
    struct Problem: Error {}

    let frameDuration: CMTime
    let count: Int
    /// The number of the frame that can't be read; nil if all can be.
    let failing: Int?
    let presentationSize = CGSize(width: 4, height: 2)
    /// The times at which reading has begun.
    let beginnings = Log<CMTime>()
    /// The numbers of the frames that have been read.
    let read = Log<Int>()
    /// What reading waits for, if there is something.
    let gate: DispatchSemaphore?

    init(
        frameDuration: CMTime = milliseconds(40), count: Int = 50, failing: Int? = nil, gate: DispatchSemaphore? = nil
    ) {
        (self.frameDuration, self.count, self.failing, self.gate) = (frameDuration, count, failing, gate)
    }

    var duration: CMTime { CMTime(value: Int64(count) * frameDuration.value, timescale: frameDuration.timescale) }

    func makeReader() throws -> any FrameReader { Reader(self) }

    final class Reader: FrameReader {
        private let source: NumberedFrames
        private let position = Mutex(0)

        init(_ source: NumberedFrames) { self.source = source }

        func begin(at time: CMTime) throws {
            source.beginnings.add(time)
            position.withLock { $0 = number(time, source.frameDuration) }
        }

        func next() throws -> TimedFrame? {
            source.gate?.wait()
            let index = position.withLock { position in
                defer { position += 1 }
                return position
            }
            if index == source.failing { throw Problem() }
            guard index < source.count else { return nil }
            source.read.add(index)
            var buffer: CVPixelBuffer?
            CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_OneComponent8, nil, &buffer)
            CVPixelBufferLockBaseAddress(buffer!, [])
            CVPixelBufferGetBaseAddress(buffer!)?.storeBytes(of: UInt8(index), as: UInt8.self)
            CVPixelBufferUnlockBaseAddress(buffer!, [])
            let time = CMTime(
                value: Int64(index) * source.frameDuration.value, timescale: source.frameDuration.timescale)
            return TimedFrame(time: time, duration: source.frameDuration, pixelBuffer: buffer!)
        }

        func cancel() { source.gate?.signal() }
    }
}
