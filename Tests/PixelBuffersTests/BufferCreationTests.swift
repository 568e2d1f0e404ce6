import Foundation
import PixelBuffers
import Pixels
import TestSupport
import Testing

@Suite("Pixel buffers: creation, memory and planes")
struct BufferCreationTests {
    @Test("every format has the planes that its name and Core Video's header state", arguments: FormatFact.all)
    func planes(fact: FormatFact) throws {
        for (width, height) in [(1, 1), (2, 2), (7, 5), (64, 3), (129, 66)] {
            let buffer = try Buffers.make(width, height, fact.type)
            #expect(CVPixelBufferGetPixelFormatType(buffer) == fact.type)
            #expect(CVPixelBufferGetWidth(buffer) == width && CVPixelBufferGetHeight(buffer) == height)
            #expect(CVPixelBufferIsPlanar(buffer) == (fact.planes.count > 1))
            #expect(CVPixelBufferGetPlaneCount(buffer) == (fact.planes.count > 1 ? fact.planes.count : 0))
            try Buffers.locked(buffer) {
                let base = try #require(CVPixelBufferGetBaseAddress(buffer))
                let size = CVPixelBufferGetDataSize(buffer)
                #expect(CVPixelBufferGetBytesPerRow(buffer) * height <= size)
                guard fact.planes.count > 1 else {
                    let row = (width + fact.planes[0].pixels - 1) / fact.planes[0].pixels * fact.planes[0].bytes
                    #expect(CVPixelBufferGetBytesPerRow(buffer) >= row)
                    #expect(CVPixelBufferGetBytesPerRow(buffer) % 64 == 0 && Int(bitPattern: base) % 64 == 0)
                    #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 0)
                    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
                    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 0)
                    return
                }
                var ranges: [Range<Int>] = []
                for (index, plane) in fact.planes.enumerated() {
                    let columns = (width + plane.horizontal - 1) / plane.horizontal
                    let rows = (height + plane.vertical - 1) / plane.vertical
                    #expect(CVPixelBufferGetWidthOfPlane(buffer, index) == columns)
                    #expect(CVPixelBufferGetHeightOfPlane(buffer, index) == rows)
                    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
                    #expect(bytesPerRow >= columns * plane.bytes && bytesPerRow % 64 == 0)
                    let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, index))
                    #expect(Int(bitPattern: start) % 64 == 0)
                    let offset = start - base
                    ranges.append(offset..<offset + bytesPerRow * rows)
                    // The description at the base address is big-endian.
                    let info = base.load(fromByteOffset: 8 * index, as: CVPlanarComponentInfo.self)
                    #expect(Int(Int32(bigEndian: info.offset)) == offset)
                    #expect(Int(UInt32(bigEndian: info.rowBytes)) == bytesPerRow)
                }
                #expect(
                    ranges[0].lowerBound >= 8 * fact.planes.count && ranges.last.map { $0.upperBound <= size } == true)
                for (first, second) in zip(ranges, ranges.dropFirst()) {
                    #expect(first.upperBound <= second.lowerBound)
                }
                #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, fact.planes.count) == nil)
                #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, -1) == nil)
            }
        }
    }

    @Test("the table and the facts name the same formats")
    func complete() {
        #expect(Set(PixelBufferFormat.table.map(\.type)) == Set(FormatFact.all.map(\.type)))
        for fact in FormatFact.all {
            let format = PixelBufferFormat.named(fact.type)
            #expect(format?.bits == fact.bits && format?.range == fact.range && format?.hasAlpha == fact.hasAlpha)
        }
    }

    @Test("all bytes of a new buffer are zero, and can be written")
    func bytes() throws {
        for fact in FormatFact.all {
            let buffer = try Buffers.make(33, 9, fact.type)
            try Buffers.locked(buffer) {
                for index in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
                    let isPlanar = CVPixelBufferIsPlanar(buffer)
                    let address = try #require(
                        isPlanar
                            ? CVPixelBufferGetBaseAddressOfPlane(buffer, index) : CVPixelBufferGetBaseAddress(buffer))
                    let count =
                        isPlanar
                        ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
                            * CVPixelBufferGetHeightOfPlane(buffer, index)
                        : CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer)
                    let bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
                    #expect(bytes.allSatisfy { $0 == 0 })
                    for i in bytes.indices { bytes[i] = UInt8(truncatingIfNeeded: i &* 31) }
                    #expect(bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0 &* 31) })
                }
            }
        }
    }

    @Test("wrong arguments give the documented result, and no buffer")
    func errors() {
        func result(_ width: Int, _ height: Int, _ type: OSType, _ attributes: CFDictionary? = nil) -> CVReturn {
            var buffer: CVPixelBuffer?
            let result = CVPixelBufferCreate(kCFAllocatorDefault, width, height, type, attributes, &buffer)
            #expect((buffer == nil) == (result != kCVReturnSuccess))
            return result
        }
        let bgra = kCVPixelFormatType_32BGRA
        for (width, height) in [(0, 1), (1, 0), (-1, 4), (4, .min), (.max, 1), (1, 1 << 31)] {
            #expect(result(width, height, bgra) == kCVReturnInvalidSize)
        }
        for type: OSType in [0, 1, .max, 0x3432_3078] {
            #expect(result(4, 4, type) == kCVReturnInvalidPixelFormat)
        }
        let invalid = kCVReturnInvalidPixelBufferAttributes
        for value: Any in [-1, "4", 0.5, Double.nan, 1 << 40] {
            #expect(result(4, 4, bgra, [kCVPixelBufferExtendedPixelsLeftKey: value]) == invalid)
        }
        #expect(result(4, 4, bgra, [kCVPixelBufferBytesPerRowAlignmentKey: 0]) == invalid)
        #expect(result(4, 4, bgra, [kCVPixelBufferPixelFormatTypeKey: "BGRA"]) == invalid)
        #expect(
            result(4, 4, bgra, ["unknown": "ignored", kCVPixelBufferIOSurfacePropertiesKey: [:] as CFDictionary]) == 0)
        // 2⁶² pixels of 16 bytes can't be counted; 2⁴⁰ pixels can't be allocated.
        #expect(
            result(1 << 30, 1 << 30, kCVPixelFormatType_128RGBAFloat) == kCVReturnAllocationFailed)
        #expect(result(1 << 25, 1 << 25, kCVPixelFormatType_128RGBAFloat) == kCVReturnAllocationFailed)
    }

    @Test("locks are counted, and the address is nil without one")
    func locking() throws {
        let buffer = try Buffers.make(4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil && CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
        #expect(CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0)) == kCVReturnSuccess)
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        let address = try #require(CVPixelBufferGetBaseAddress(buffer))
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
        #expect(CVPixelBufferGetBaseAddress(buffer) == address)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
        #expect(CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 2)) == kCVReturnInvalidArgument)
    }

    @Test("row and plane alignments are multiples of the requested ones")
    func alignment() throws {
        for alignment in [1, 16, 48, 64, 96, 256, 4096] {
            let buffer = try Buffers.make(
                35, 7, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                [
                    kCVPixelBufferBytesPerRowAlignmentKey: alignment,
                    kCVPixelBufferPlaneAlignmentKey: NSNumber(value: alignment),
                ])
            try Buffers.locked(buffer) {
                let base = try #require(CVPixelBufferGetBaseAddress(buffer))
                for plane in 0..<2 {
                    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) % alignment == 0)
                    let address = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
                    #expect((address - base) % alignment == 0)
                    if alignment.nonzeroBitCount == 1 { #expect(Int(bitPattern: address) % alignment == 0) }
                }
            }
        }
    }
}
