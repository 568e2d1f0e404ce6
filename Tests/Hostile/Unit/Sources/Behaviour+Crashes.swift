import CoreImage
import Foundation
import Glibc

extension Behaviour {
    /// Behaviours that end the process, by accident or on purpose.
    static let crashes = [
        Behaviour("NullPointer") { image in
            UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
            return image
        },
        Behaviour("FatalError") { _ in fatalError("the filter gives up") },
        Behaviour("Abort") { _ in abort() },
        Behaviour("Exit") { _ in exit(0) },
        Behaviour("ExitWithCode") { _ in exit(3) },
        Behaviour("StackOverflow") { image in deeper(0) > 0 ? image : nil },
        Behaviour("DivideByZero") { image in
            var zero = 0
            withUnsafeMutablePointer(to: &zero) { _ in }
            return image.cropped(to: CGRect(x: 0, y: 0, width: 100 / zero, height: 1))
        },
        Behaviour("CrashOnAnotherThread") { image in
            let thread = Thread { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
            thread.start()
            sleep(1)
            return image
        },
        Behaviour("CrashAfterwards") { image in
            // The reply has been sent before the thread wakes, so the crash belongs to no call.
            let thread = Thread {
                usleep(20_000)
                abort()
            }
            thread.start()
            return image
        },
        Behaviour("KillItself") { image in
            kill(getpid(), SIGKILL)
            return image
        },
        Behaviour("StopItself") { image in
            raise(SIGSTOP)
            return image
        },
    ]

    /// Recursion in which every call uses a stack frame, even when optimised.
    @inline(never)
    private static func deeper(_ depth: Int) -> Int {
        var frame = (0..<64).map { $0 &+ depth }
        return frame.withUnsafeMutableBufferPointer { deeper(depth &+ 1) &+ $0[depth & 63] }
    }
}
