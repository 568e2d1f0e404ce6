import CoreImage
import Foundation
import Glibc

extension Behaviour {
    /// More memory, threads and files than anybody needs.
    static let hoards = [
        Behaviour("AllocateWithoutEnd") { image in
            var blocks: [UnsafeMutableRawPointer] = []
            while true {
                let block = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 16)
                memset(block, 1, 64 << 20)
                blocks.append(block)
            }
            return image
        },
        Behaviour("ArrayWithoutEnd") { image in
            var numbers: [Int] = [1]
            while true { numbers += numbers }
            return image
        },
        Behaviour("OpenFilesWithoutEnd") { image in
            var count = 0
            while open("/dev/null", O_RDONLY) >= 0 { count += 1 }
            // Refused sooner or later: then the filter does its work.
            return count < 100_000 ? image : nil
        },
        Behaviour("ThreadsWithoutEnd") { image in
            while true {
                let thread = Thread { sleep(1000) }
                thread.stackSize = 8 << 20
                thread.start()
            }
            return image
        },
    ]
}
