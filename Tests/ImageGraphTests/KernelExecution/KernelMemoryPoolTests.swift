import Dispatch
import Synchronization
import Testing

@testable import ImageGraph

/// Tests that runs share memory one after the other, and never at the same time.
@Suite struct KernelMemoryPoolTests {
    @Test func aLaterRunReusesMemoryThatIsLargeEnough() {
        let pool = KernelMemoryPool()
        let first = pool.withMemory(byteCount: 1000) { $0 }
        #expect(pool.withMemory(byteCount: 400) { $0 } == first)
        #expect(Int(bitPattern: first) % KernelMemoryPool.alignment == 0)
        // The block of 1000 bytes is too small, but stays in the pool.
        pool.withMemory(byteCount: 5000) { memory in memory.storeBytes(of: 7, toByteOffset: 4992, as: Int.self) }
        #expect(pool.withMemory(byteCount: 1000) { outer in pool.withMemory(byteCount: 1000) { $0 == outer } } == false)
    }

    @Test func aNewBlockIsZero() {
        let pool = KernelMemoryPool()
        #expect(
            pool.withMemory(byteCount: 4096) { memory in
                (0..<4096).allSatisfy { memory.load(fromByteOffset: $0, as: UInt8.self) == 0 }
            })
    }

    @Test func memoryReturnsAfterAnError() {
        struct Failure: Error {}
        let pool = KernelMemoryPool()
        let first = pool.withMemory(byteCount: 64) { $0 }
        #expect(throws: Failure.self) { try pool.withMemory(byteCount: 64) { _ in throw Failure() } }
        #expect(pool.withMemory(byteCount: 64) { $0 } == first)
    }

    @Test func threadsHaveSeparateMemory() {
        let pool = KernelMemoryPool()
        let mixed = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            pool.withMemory(byteCount: 8 * 512) { memory in
                let numbers = memory.assumingMemoryBound(to: Int.self)
                for index in 0..<512 { numbers[index] = number }
                if !(0..<512).allSatisfy({ numbers[$0] == number }) { mixed.add(1, ordering: .relaxed) }
            }
        }
        #expect(mixed.load(ordering: .relaxed) == 0)
    }
}
