import ChildProcesses
import Foundation
import Glibc
import VideoExchange

/// The program `coreimage-video-worker`: reads or writes one file with FFmpeg's libraries, in a sandbox.
package enum VideoWorker {
    /// Works for the client that started this process, and ends with it. It must be called first thing in the program.
    package static func run() -> Never {
        let (channel, task, file) = WorkerEntry.enter()
        let link = WorkerLink(channel)
        LibraryLog.capture()
        // A closed pipe, and the system's limit on file sizes, are errors of writing, and not reasons to end.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        do throws(WorkerProblem) {
            switch task.work {
            case .read(let nameExtension):
                try ReadingSession.run(link, file, nameExtension, task.limits)
            case .write(let request):
                try WritingSession.run(link, file, request, task.limits)
            }
        } catch {
            link.send(.problem, json: error)
            // The client closes the connection when it has read the message.
            while true { _ = link.receive() }
        }
        exit(0)
    }
}
