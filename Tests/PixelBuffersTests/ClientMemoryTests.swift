import PixelBuffers
import Pixels
import Testing

@Suite("Pixel buffers in memory of the caller")
struct ClientMemoryTests {
    /// What a release callback was called with.
    private final class Releases {
        var calls: [[Int]] = []

        func pointer() -> UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Releases? {
            pointer.map { Unmanaged<Releases>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    @Test("bytes are used in place, and released once with the last reference")
    func bytes() throws {
        let releases = Releases()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 5 * 100, alignment: 1)
        defer { memory.deallocate() }
        do {
            var first: CVPixelBuffer?
            let result = CVPixelBufferCreateWithBytes(
                kCFAllocatorDefault, 24, 5, kCVPixelFormatType_32BGRA, memory, 100,
                { context, address in Releases.of(context)?.calls.append([Int(bitPattern: address)]) },
                releases.pointer(), nil, &first)
            #expect(result == kCVReturnSuccess)
            let second = try #require(first)
            first = nil
            #expect(releases.calls.isEmpty)
            #expect(CVPixelBufferGetBytesPerRow(second) == 100 && CVPixelBufferGetDataSize(second) == 500)
            try Buffers.locked(second) { #expect(CVPixelBufferGetBaseAddress(second) == memory) }
        }
        #expect(releases.calls == [[Int(bitPattern: memory)]])
    }

    @Test("refused bytes aren't released")
    func refusedBytes() {
        let releases = Releases()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 1)
        defer { memory.deallocate() }
        func result(_ width: Int, _ type: OSType, _ bytesPerRow: Int) -> CVReturn {
            var buffer: CVPixelBuffer?
            let result = CVPixelBufferCreateWithBytes(
                nil, width, 1, type, memory, bytesPerRow, { context, _ in Releases.of(context)?.calls.append([]) },
                releases.pointer(), nil, &buffer)
            #expect(buffer == nil)
            return result
        }
        #expect(result(16, kCVPixelFormatType_32BGRA, 63) == kCVReturnInvalidArgument)
        #expect(result(16, kCVPixelFormatType_32BGRA, -64) == kCVReturnInvalidArgument)
        #expect(result(0, kCVPixelFormatType_32BGRA, 64) == kCVReturnInvalidSize)
        #expect(result(16, kCVPixelFormatType_420YpCbCr8Planar, 64) == kCVReturnInvalidPixelFormat)
        #expect(result(16, 0, 64) == kCVReturnInvalidPixelFormat)
        // Two pixels share four bytes, so that 15 pixels take as many as 16.
        #expect(result(15, kCVPixelFormatType_422YpCbCr8, 31) == kCVReturnInvalidArgument)
        #expect(releases.calls.isEmpty)
    }

    @Test("planes are used in place, and released once")
    func planes() throws {
        let releases = Releases()
        let luma = UnsafeMutableRawPointer.allocate(byteCount: 16 * 5, alignment: 1)
        let chroma = UnsafeMutableRawPointer.allocate(byteCount: 32 * 3, alignment: 1)
        defer {
            luma.deallocate()
            chroma.deallocate()
        }
        func create(
            _ type: OSType, count: Int = 2, widths: [Int] = [7, 4], heights: [Int] = [5, 3], rows: [Int] = [16, 32],
            second: UnsafeMutableRawPointer? = nil
        ) -> (CVReturn, CVPixelBuffer?) {
            var buffer: CVPixelBuffer?
            var (addresses, widths, heights, rows) = ([luma, second], widths, heights, rows)
            let result = CVPixelBufferCreateWithPlanarBytes(
                nil, 7, 5, type, nil, 0, count, &addresses, &widths, &heights, &rows,
                { context, data, size, count, planes in
                    let addresses = (0..<count).map { Int(bitPattern: planes?[$0]) }
                    Releases.of(context)?.calls.append([Int(bitPattern: data), size, count] + addresses)
                }, releases.pointer(), nil, &buffer)
            return (result, buffer)
        }
        let type = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        do {
            let (result, made) = create(type, second: chroma)
            let buffer = try #require(made)
            #expect(result == kCVReturnSuccess)
            try Buffers.locked(buffer) {
                #expect(CVPixelBufferGetBaseAddress(buffer) == luma)
                #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == chroma)
                #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) == 32)
            }
            #expect(releases.calls.isEmpty)
        }
        #expect(releases.calls == [[0, 0, 2, Int(bitPattern: luma), Int(bitPattern: chroma)]])
        releases.calls = []
        #expect(create(type).0 == kCVReturnInvalidArgument)
        #expect(create(type, count: 1, second: chroma).0 == kCVReturnInvalidArgument)
        #expect(create(type, count: -3, second: chroma).0 == kCVReturnInvalidArgument)
        #expect(create(type, widths: [7, 3], second: chroma).0 == kCVReturnInvalidArgument)
        #expect(create(type, heights: [5, 2], second: chroma).0 == kCVReturnInvalidArgument)
        #expect(create(type, rows: [16, 7], second: chroma).0 == kCVReturnInvalidArgument)
        #expect(create(kCVPixelFormatType_32BGRA, second: chroma).0 == kCVReturnInvalidPixelFormat)
        #expect(releases.calls.isEmpty)
    }
}
