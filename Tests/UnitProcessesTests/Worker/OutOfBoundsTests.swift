import CSandbox
import Foundation
import Testing

@testable import Sandboxing
@testable import UnitProcesses

/// Tests with workers that access memory outside their pixels. They get 5 × 3 pixels of 16 bytes at (10, 20), at the
/// end of a page.
@Suite("Accesses out of bounds")
struct OutOfBoundsTests {
    private static let region = PixelRegion(x: 10, y: 20, width: 5, height: 3)

    /// What the probe does, and the pixel that it thereby reads or writes.
    struct Access: Sendable {
        let behaviour: String
        var isWrite = false
        var image: Int? = 0
        let x: Int
        let y: Int
        /// The distance from one row to the row above in memory, in pixels. It is negative if rows run downwards.
        var pixelsPerRow = 5
    }

    /// Rows have 80 bytes, so that row `n` begins at `80 * n` from the lower left pixel.
    private static let accesses = [
        Access(behaviour: "read 0 up \(80 * 3)", x: 10, y: 23),
        Access(behaviour: "read 0 up \(80 * 3 + 31)", x: 11, y: 23),
        Access(behaviour: "read 1 up \(80 * 12 + 32)", image: 1, x: 12, y: 32),
        Access(behaviour: "read 0 up \(80 * 3002)", x: 10, y: 3022),
        Access(behaviour: "read 0 up \(80 * -3000 + 64)", x: 14, y: -2980),
        Access(behaviour: "read 0 down 80", x: 10, y: 19, pixelsPerRow: -5),
        Access(behaviour: "read 0 down \(80 * -3000 + 16)", x: 11, y: 3020, pixelsPerRow: -5),
        Access(behaviour: "write - up \(80 * 3)", isWrite: true, image: nil, x: 10, y: 23),
        Access(behaviour: "write - down \(80 * 10)", isWrite: true, image: nil, x: 10, y: 10, pixelsPerRow: -5),
        Access(behaviour: "write 0 up 96", isWrite: true, x: 11, y: 21),
        Access(behaviour: "readInThread 0 up \(80 * 13)", x: 10, y: 33),
        Access(behaviour: "readInThreads 0 up \(80 * 13)", x: 10, y: 33),
    ]

    private func failure(_ request: String) throws -> WorkerFailure? {
        let memory = try SharedMemory(byteCount: Int(getpagesize()), workersMayWrite: true)
        let worker = try Probe.start()
        do throws(WorkerFailure) {
            _ = try worker.request(request, memories: [memory])
            return nil
        } catch {
            return error
        }
    }

    @Test("the failure names the pixel, whichever thread read or wrote it", arguments: accesses)
    func pixel(_ access: Access) throws {
        let expected = OutOfBoundsAccess(
            isWrite: access.isWrite, image: access.image, x: access.x, y: access.y, region: Self.region,
            pixelsPerRow: access.pixelsPerRow)
        #expect(try failure("leave " + access.behaviour) == .outOfBounds(expected))
    }

    @Test(
        "pixels that were given are read and written without a failure",
        arguments: ["read 0 up 239", "write - down -1"])
    func within(_ behaviour: String) throws { #expect(try failure("leave " + behaviour) == nil) }

    @Test("an access out of bounds counts as an offence, like a crash")
    func offence() {
        let access = OutOfBoundsAccess(isWrite: false, image: 0, x: 10, y: 23, region: Self.region)
        #expect(WorkerFailure.outOfBounds(access).isOffence)
    }

    @Test("texts say what was done to which pixel, and what to do")
    func texts() {
        func text(_ isWrite: Bool, _ image: Int?, _ x: Int, _ y: Int, _ pixelsPerRow: Int = 5) -> String {
            WorkerFailure.outOfBounds(
                OutOfBoundsAccess(
                    isWrite: isWrite, image: image, x: x, y: y, region: Self.region, pixelsPerRow: pixelsPerRow)
            ).description
        }
        let remedy =
            "outside of the region (10, 20, 5 × 3) that it was given. Let its region function (CIRegionFunction in "
            + "Description.plist, or roi(forInput:arguments:outputRect:) of a class) return all that it reads."
        #expect(text(false, 2, 12, 32) == "The worker's code read pixel (12, 32) of image 2, " + remedy)
        // An address after the end of a row may also belong to the next row.
        #expect(text(false, 0, 10, 23) == "The worker's code read pixel (10, 23), or (15, 22), of image 0, " + remedy)
        #expect(text(false, 0, 14, 19) == "The worker's code read pixel (14, 19), or (9, 20), of image 0, " + remedy)
        #expect(
            text(false, 0, 10, 19, -5) == "The worker's code read pixel (10, 19), or (15, 20), of image 0, " + remedy)
        #expect(
            text(true, nil, 10, 40)
                == "The worker's code wrote pixel (10, 40) of the output, outside of the region (10, 20, 5 × 3) that it had to "
                + "compute. Let it keep to that region.")
        #expect(
            text(true, 0, 11, 21)
                == "The worker's code wrote pixel (11, 21) of image 0. Inputs must not be written: let it write to the output "
                + "only.")
    }

    @Test("an image without pixels has no first and last row, so its pixels have one place")
    func empty() throws {
        let note = csandbox_access(
            found: 1, writes: 0, image: 1, x: 50, y: 0, pixels_per_row: 5, region_x: 0, region_y: 0, region_width: 0,
            region_height: 0)
        let access = try #require(OutOfBoundsAccess(note))
        #expect(
            access.description.hasPrefix(
                "read pixel (50, 0) of image 1, outside of the region (0, 0, 0 × 0) that it was given, which is empty. Let its "
                    + "region function"))
    }

    @Test("an invalid note about an access is ignored")
    func implausible() {
        let valid = csandbox_access(
            found: 1, writes: 0, image: 0, x: 10, y: 23, pixels_per_row: 5, region_x: 10, region_y: 20, region_width: 5,
            region_height: 3)
        #expect(OutOfBoundsAccess(valid) != nil)
        let changes: [(inout csandbox_access) -> Void] = [
            { $0.found = 0 }, { $0.found = 2 }, { $0.writes = 2 }, { $0.image = -2 }, { $0.image = .max },
            { $0.x = .min },
            { $0.x = 1 << 42 }, { $0.y = .max }, { $0.pixels_per_row = .min }, { $0.region_x = .max },
            { $0.region_y = .min }, { $0.region_width = 0 }, { $0.region_width = -5 }, { $0.region_height = .max },
            // A pixel that may be read, and one of the output that may be written.
            { $0.y = 22 },
            { ($0.y, $0.image, $0.writes) = (22, -1, 1) },
        ]
        for (index, change) in changes.enumerated() {
            var note = valid
            change(&note)
            #expect(OutOfBoundsAccess(note) == nil, "change \(index)")
        }
    }

    @Test("a worker that forges the note can only change the pixel in the message")
    func forged() throws {
        let worker = try Probe.start()
        let access = OutOfBoundsAccess(
            isWrite: true, image: nil, x: 7, y: 1000, region: PixelRegion(x: 1, y: 2, width: 3, height: 4),
            pixelsPerRow: 0)
        #expect(worker.failure("forge 1 1 -1 7 1000 0 1 2 3 4") == .outOfBounds(access))
        for forgery in [
            "forge 1 0 0 \(Int64.min) 0 0 0 0 1 1", "forge 1 0 0 5 5 \(Int64.min) 0 0 \(Int64.max) \(Int64.max)",
            "forge 9 9 9 9 9 9 9 9 9 9", "forge 0 0 0 0 0 0 0 0 0 0",
        ] {
            #expect(try Probe.start().failure(forgery) == .crashed(signal: SIGSEGV, errorOutput: ""), "\(forgery)")
        }
    }

    @Test("memory is used again by later calls, and 16 MiB are kept for them")
    func pool() throws {
        #expect(GuardedMemoryPool.shared.take(holding: 1) == nil, "this process is no worker")
        let (pool, page) = (GuardedMemoryPool(isActive: true), Int(getpagesize()))
        let first = try #require(pool.take(holding: page + 1))
        #expect(first.byteCount == 2 * page && pool.byteCount == 0)
        pool.release(first)
        #expect(pool.byteCount == 2 * page)
        let other = try #require(pool.take(holding: 1))
        #expect(other.byteCount == page && pool.byteCount == 2 * page)
        #expect(pool.take(holding: 2 * page) === first)
        let large = try (0..<4).map { _ in try #require(pool.take(holding: 6 << 20)) }
        let largest = try #require(pool.take(holding: 17 << 20))
        for memory in large + [largest] { pool.release(memory) }
        #expect(pool.byteCount == 12 << 20)
        #expect(pool.take(holding: 6 << 20) === large[3], "the latest is in the processor's caches, most likely")
    }
}
