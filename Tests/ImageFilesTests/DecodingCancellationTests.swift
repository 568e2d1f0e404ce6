import Foundation
import HostileCases
import Pixels
import Synchronization
import Testing

@testable import ImageFiles

@Suite("Decoding that is cancelled")
struct DecodingCancellationTests {
    /// Decoding that goes on until it is stopped or told to end.
    private final class Endless: Sendable {
        let starts = Atomic<Int>(0)
        let stops = Atomic<Int>(0)
        let mayEnd = Atomic<Bool>(false)

        func decode(_ stop: DecodingStop) throws -> Int {
            let number = starts.wrappingAdd(1, ordering: .relaxed).newValue
            while !mayEnd.load(ordering: .relaxed) {
                if stop.isStopped {
                    stops.wrappingAdd(1, ordering: .relaxed)
                    throw CancellationError()
                }
                usleep(1000)
            }
            return number
        }
    }

    @Test("A cancelled reader doesn't wait for the decoder, and the next reader starts a new decoding")
    func cancelled() throws {
        let endless = Endless()
        let decoding = PictureDecoding { try endless.decode($0) }
        #expect(throws: CancellationError.self) {
            // The second cancellation check is made while `wait` is waiting.
            let checks = Atomic<Int>(0)
            _ = try ReadingCancellation.withCheck({ checks.wrappingAdd(1, ordering: .relaxed).newValue > 1 }) {
                try decoding.wait()
            }
        }
        #expect(decoding.finished == nil)
        endless.mayEnd.store(true, ordering: .relaxed)
        #expect(try decoding.wait() == 2)
        #expect(decoding.finished == 2)
        #expect(endless.starts.load(ordering: .relaxed) == 2)
    }

    @Test("If one of two waiting readers is cancelled, the other gets the picture")
    func oneOfTwo() throws {
        let endless = Endless()
        let decoding = PictureDecoding { try endless.decode($0) }
        let waiting = Mutex<Result<Int, any Error>?>(nil)
        let thread = Thread { waiting.withLock { $0 = Result { try decoding.wait() } } }
        thread.start()
        while endless.starts.load(ordering: .relaxed) == 0 { usleep(1000) }
        // The other thread is still in `wait` and holds the lock of `waiting`.
        #expect(throws: CancellationError.self) {
            let checks = Atomic<Int>(0)
            _ = try ReadingCancellation.withCheck({ checks.wrappingAdd(1, ordering: .relaxed).newValue > 3 }) {
                try decoding.wait()
            }
        }
        #expect(endless.stops.load(ordering: .relaxed) == 0)
        endless.mayEnd.store(true, ordering: .relaxed)
        #expect(try decoding.wait() == 1)
    }

    @Test("Decoding errors are kept, and a reader that is cancelled beforehand starts no decoding")
    func failed() throws {
        struct Damage: Error {}
        let count = Atomic<Int>(0)
        let decoding = PictureDecoding<Int> { _ in
            count.wrappingAdd(1, ordering: .relaxed)
            throw Damage()
        }
        #expect(throws: CancellationError.self) { try ReadingCancellation.withCheck({ true }) { try decoding.wait() } }
        #expect(count.load(ordering: .relaxed) == 0)
        for _ in 0..<3 { #expect(throws: Damage.self) { try decoding.wait() } }
        #expect(count.load(ordering: .relaxed) == 1)
    }

    /// A PNG file of 400 megapixels, which takes seconds to decode.
    private static let large = PictureBombFiles.png(width: 20_000, height: 20_000)

    /// A cancellation check that returns true from the fourth call on.
    private func afterThreeChecks() -> @Sendable () -> Bool {
        let checks = Mutex(0)
        return {
            checks.withLock {
                $0 += 1
                return $0 > 3
            }
        }
    }

    @Test("Reading a picture, and its pixels in memory, end when cancelled")
    func picture() throws {
        let source = try ImageFileReader.open(data: Self.large, pixelLimit: 1 << 30)
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 1, height: 1))
        #expect(throws: CancellationError.self) {
            try ReadingCancellation.withCheck(afterThreeChecks()) { try source.read(into: raster) }
        }
        #expect(ReadingCancellation.withCheck(afterThreeChecks()) { source.storage } == nil)
    }

    @Test("A pass from the top down ends when cancelled")
    func pass() throws {
        let source = try ImageFileReader.open(data: Self.large, pixelLimit: 1 << 30)
        let reader = try #require(try source.makeStripReader(stripHeight: 4_000))
        #expect(throws: CancellationError.self) {
            try ReadingCancellation.withCheck(afterThreeChecks()) {
                for top in stride(from: 20_000, to: 0, by: -4_000) { _ = try reader.read(rows: top - 4_000..<top) }
            }
        }
    }

    @Test("Nothing is cancelled outside of a check, and the inner of two counts")
    func scopes() {
        #expect(!ReadingCancellation.isCancelled && !ReadingCancellation.isPossible)
        ReadingCancellation.withCheck({ true }) {
            #expect(ReadingCancellation.isCancelled && ReadingCancellation.isPossible)
            ReadingCancellation.withCheck({ false }) { #expect(!ReadingCancellation.isCancelled) }
        }
        #expect(!ReadingCancellation.isPossible)
    }
}
