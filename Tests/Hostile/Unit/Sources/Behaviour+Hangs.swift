import CoreImage
import Foundation
import Glibc

@_silgen_name("hostile_spin") private func spin()

extension Behaviour {
    /// Calls that never return, and threads that never stop.
    static let hangs = [
        Behaviour("Spin") { image in
            spin()
            return image
        },
        Behaviour("Sleep") { image in
            while true { sleep(1000) }
            return image
        },
        Behaviour("Deadlock") { image in
            let lock = NSLock()
            lock.lock()
            lock.lock()
            return image
        },
        Behaviour("SpinOnThreads") { image in
            for _ in 0..<4 {
                let thread = Thread { spin() }
                thread.start()
            }
            sleep(1000)
            return image
        },
    ]
}
