import Foundation
import PixelBuffers
import Pixels
import Synchronization
import Testing

@Suite("Pools of pixel buffers")
struct PoolTests {
    private static var attributes: CFDictionary {
        [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 20,
            kCVPixelBufferHeightKey: NSNumber(value: 10),
        ]
    }

    /// The addresses of the buffers in use.
    private final class Owned: Sendable {
        let addresses = Mutex<Set<Int>>([])
    }

    private static func pool(_ pool: CFDictionary? = nil, _ buffers: CFDictionary = attributes) throws
        -> CVPixelBufferPool
    {
        var made: CVPixelBufferPool?
        try #require(CVPixelBufferPoolCreate(kCFAllocatorDefault, pool, buffers, &made) == kCVReturnSuccess)
        return try #require(made)
    }

    private static func buffer(_ pool: CVPixelBufferPool) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        try #require(CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &made) == kCVReturnSuccess)
        return try #require(made)
    }

    /// Sets the first byte and returns the address.
    private static func mark(_ buffer: CVPixelBuffer, _ byte: UInt8) throws -> Int {
        var address = 0
        try Buffers.locked(buffer) {
            let base = try #require(CVPixelBufferGetBaseAddress(buffer))
            base.storeBytes(of: byte, as: UInt8.self)
            address = Int(bitPattern: base)
        }
        return address
    }

    @Test("buffers in use have different memory")
    func separate() throws {
        let pool = try Self.pool()
        let (first, second) = (try Self.buffer(pool), try Self.buffer(pool))
        #expect(try Self.mark(first, 1) != Self.mark(second, 2))
        #expect(pool.counts == (2, 0))
    }

    @Test("a returned buffer's memory is that of the next one")
    func sameMemory() throws {
        let pool = try Self.pool()
        func use() throws -> Int {
            let buffer = try Self.buffer(pool)
            CVBufferSetAttachment(buffer, "note", 1, .shouldPropagate)
            return try Self.mark(buffer, 42)
        }
        let address = try use()
        #expect(pool.counts == (0, 1))
        let next = try Self.buffer(pool)
        #expect(pool.counts == (1, 0))
        #expect(CVBufferCopyAttachments(next, .shouldPropagate) == nil)
        try Buffers.locked(next) {
            let base = try #require(CVPixelBufferGetBaseAddress(next))
            #expect(Int(bitPattern: base) == address && base.load(as: UInt8.self) == 42)
        }
    }

    @Test("a threshold limits new buffers, not reused ones, and a notification tells when one is free")
    func threshold() throws {
        let pool = try Self.pool()
        let limit: CFDictionary = [kCVPixelBufferPoolAllocationThresholdKey: 2]
        let posted = Mutex(0)
        let observer = NotificationCenter.default.addObserver(
            forName: Notification.Name(kCVPixelBufferPoolFreeBufferNotification), object: pool, queue: nil
        ) { _ in posted.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        func request(_ buffer: inout CVPixelBuffer?) -> CVReturn {
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(kCFAllocatorDefault, pool, limit, &buffer)
        }
        var (first, second, third): (CVPixelBuffer?, CVPixelBuffer?, CVPixelBuffer?) = (nil, nil, nil)
        #expect(request(&first) == kCVReturnSuccess && request(&second) == kCVReturnSuccess)
        #expect(request(&third) == kCVReturnWouldExceedAllocationThreshold && third == nil)
        #expect(posted.withLock { $0 } == 0)
        first = nil
        #expect(posted.withLock { $0 } == 1)
        #expect(request(&third) == kCVReturnSuccess)
        second = nil
        #expect(posted.withLock { $0 } == 1)
        var buffer: CVPixelBuffer?
        #expect(
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
                nil, pool, [kCVPixelBufferPoolAllocationThresholdKey: "2"], &buffer) == kCVReturnInvalidArgument)
        withExtendedLifetime((first, second, third)) {}
    }

    @Test("unused memory is freed when it is old, down to the minimum, or when the pool is flushed")
    func aging() throws {
        let pool = try Self.pool([
            kCVPixelBufferPoolMaximumBufferAgeKey: 0.05, kCVPixelBufferPoolMinimumBufferCountKey: 1,
        ])
        func use(_ count: Int) throws { _ = try (0..<count).map { _ in try Self.buffer(pool) } }
        try use(3)
        #expect(pool.counts == (0, 3))
        CVPixelBufferPoolFlush(pool, [])
        #expect(pool.counts == (0, 3))
        Thread.sleep(forTimeInterval: 0.1)
        CVPixelBufferPoolFlush(pool, [])
        #expect(pool.counts == (0, 1))
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        #expect(pool.counts == (0, 0))
        let keeping = try Self.pool([kCVPixelBufferPoolMaximumBufferAgeKey: 0])
        _ = try (0..<3).map { _ in try Self.buffer(keeping) }
        Thread.sleep(forTimeInterval: 0.02)
        CVPixelBufferPoolFlush(keeping, [])
        #expect(keeping.counts == (0, 3))
    }

    @Test("a buffer outlives its pool")
    func outliving() throws {
        var pool: CVPixelBufferPool? = try Self.pool()
        let buffer = try Self.buffer(try #require(pool))
        pool = nil
        #expect(try Self.mark(buffer, 9) != 0)
    }

    @Test("the first supported format of a list is used, and wrong attributes are refused")
    func attributes() throws {
        var list = Self.attributes
        list[kCVPixelBufferPixelFormatTypeKey] = [1, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange] as [Any]
        let buffer = try Self.buffer(try Self.pool(nil, list))
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        func result(_ pool: CFDictionary?, _ buffers: CFDictionary?) -> CVReturn {
            var made: CVPixelBufferPool?
            defer { #expect(made == nil) }
            return CVPixelBufferPoolCreate(nil, pool, buffers, &made)
        }
        #expect(result(nil, nil) == kCVReturnInvalidPixelBufferAttributes)
        for key in Self.attributes.keys {
            #expect(result(nil, Self.attributes.filter { $0.key != key }) == kCVReturnInvalidPixelBufferAttributes)
        }
        #expect(
            result(nil, Self.attributes.merging([kCVPixelBufferPixelFormatTypeKey: 1]) { $1 })
                == kCVReturnInvalidPixelFormat)
        for value: Any in [-1, "1", Double.nan] {
            #expect(
                result([kCVPixelBufferPoolMaximumBufferAgeKey: value], Self.attributes)
                    == kCVReturnInvalidPoolAttributes)
            #expect(
                result([kCVPixelBufferPoolMinimumBufferCountKey: value], Self.attributes)
                    == kCVReturnInvalidPoolAttributes)
        }
        let pool = try Self.pool([kCVPixelBufferPoolMinimumBufferCountKey: 3])
        #expect(CVPixelBufferPoolGetAttributes(pool)?[kCVPixelBufferPoolMinimumBufferCountKey] as? Int == 3)
        #expect(CVPixelBufferPoolGetPixelBufferAttributes(pool)?[kCVPixelBufferWidthKey] as? Int == 20)
    }

    @Test("threads take and return buffers, and none is given to two")
    func threads() async throws {
        let pool = try Self.pool()
        let owned = Owned()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var collisions = 0
                    for _ in 0..<300 {
                        guard let buffer = try? Self.buffer(pool), let address = try? Self.mark(buffer, 3) else {
                            return .max
                        }
                        if !owned.addresses.withLock({ $0.insert(address).inserted }) { collisions += 1 }
                        _ = owned.addresses.withLock { $0.remove(address) }
                        withExtendedLifetime(buffer) {}
                    }
                    return collisions
                }
            }
            for await collisions in group { #expect(collisions == 0) }
        }
        #expect(pool.counts.inUse == 0 && pool.counts.idle <= 8)
    }
}
