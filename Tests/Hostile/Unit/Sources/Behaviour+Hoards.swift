import CoreImage
import Foundation
import Glibc

extension Behaviour {
    /// Behaviours that use excessive memory, threads and files.
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
            // Opening is refused sooner or later; then the filter returns its image.
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
