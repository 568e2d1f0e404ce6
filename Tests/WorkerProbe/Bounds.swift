import Foundation
import Sandboxing
import UnitProcesses
import UntrustedInput

/// Behaviours that access memory outside the given pixels, or pretend to have done so.
enum Bounds {
    static func run(_ behaviour: Behaviour, _ argument: String, _ request: WorkerRequest) throws -> [UInt8] {
        let words = argument.split(separator: " ").map(String.init)
        guard behaviour == .leave else { return try forge(words.compactMap { Int64($0) }) }
        return try leave(words, request.memories[0])
    }

    /// Accesses a byte relative to a raster of 5 × 3 pixels at (10, 20), which lies at the end of the memory. The words
    /// are `read`, `write`, `readInThread` or `readInThreads`, which reads in eight; the number of an input or `-` for
    /// the output; `up` or `down` for the direction of the rows; and the distance in bytes from the lower left pixel.
    private static func leave(_ words: [String], _ memory: ReceivedMemory) throws -> [UInt8] {
        let (image, goesUp, distance) = (Int(words[1]), words[2] == "up", Int(words[3]) ?? 0)
        let mapping = try memory.map(forWriting: image == nil)
        let rowSize = 5 * 16
        let first = mapping.byteCount - (goesUp ? 3 : 1) * rowSize
        mapping.declarePixels(
            PixelRegion(x: 10, y: 20, width: 5, height: 3), ofImage: image, first: first,
            bytesPerRow: goesUp ? rowSize : -rowSize, bytesPerPixel: 16)
        let address = Int(bitPattern: mapping.start) + first + distance
        switch words[0] {
        case "read": read(address)
        case "write": UnsafeMutablePointer<UInt8>(bitPattern: address)?.pointee = 1
        default:
            for _ in 0..<(words[0] == "readInThreads" ? 8 : 1) { Thread.detachNewThread { read(address) } }
            Thread.sleep(forTimeInterval: 5)
        }
        withExtendedLifetime(mapping) {}
        return []
    }

    private static func read(_ address: Int) { print(UnsafePointer<UInt8>(bitPattern: address)?.pointee ?? 0) }

    /// Ends the process with a signal, after writing a forged record of a memory access into the status page. The
    /// fields are those of `csandbox_access`, in order.
    private static func forge(_ fields: [Int64]) throws -> [UInt8] {
        let maps = try FileReader.text(at: "/proc/self/maps").split(separator: "\n")
        guard fields.count == 10,
            let line = maps.first(where: { $0.contains(" rw-s ") && $0.contains("memfd:coreimage") }),
            let start = UInt(line.prefix { $0 != "-" }, radix: 16),
            let page = UnsafeMutableRawPointer(bitPattern: start)
        else { throw ProbeProblem("no status page found") }
        // The layout of CSandbox.h: the signal comes first, and the access follows 32 actions of 256 bytes.
        let access = 24 + 8 + 32 * 256
        page.storeBytes(of: UInt32(SIGSEGV), as: UInt32.self)
        page.storeBytes(of: UInt32(truncatingIfNeeded: fields[0]), toByteOffset: access, as: UInt32.self)
        page.storeBytes(of: UInt32(truncatingIfNeeded: fields[1]), toByteOffset: access + 4, as: UInt32.self)
        for (index, field) in fields.dropFirst(2).enumerated() {
            page.storeBytes(of: field, toByteOffset: access + 8 + 8 * index, as: Int64.self)
        }
        signal(SIGSEGV, SIG_DFL)
        kill(getpid(), SIGSEGV)
        return []
    }
}
