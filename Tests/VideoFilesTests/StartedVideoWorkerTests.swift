import ChildProcesses
import Foundation
import Testing
import VideoExchange

@testable import VideoFiles

@Suite struct StartedVideoWorkerTests {
    /// A worker that is started in advance waits, and ends when nobody takes it.
    @Test func waitsForATask() throws {
        var started: StartedVideoWorker?
        // A writer of another test may take it before.
        for _ in 0..<2000 where started == nil {
            VideoFileWriter.startInAdvance()
            usleep(10_000)
            started = StartedVideoWorker.takeWaiting()
        }
        let identifier = try #require(started).process.identifier
        #expect(kill(identifier, 0) == 0)
        started = nil
        for _ in 0..<1000 where kill(identifier, 0) == 0 { usleep(10_000) }
        #expect(kill(identifier, 0) != 0)
    }

    /// Another worker takes the place of one that ends while it waits.
    @Test func isReplaced() throws {
        let waiting = try StartedVideoWorker(executable: VideoWorkerExecutable.find(for: "null"))
        let identifier = waiting.process.identifier
        waiting.process.kill()
        let request = WritingRequest(container: .matroska)
        let process = try VideoWorkerProcess.beginWork(
            .write(request), on: .null(), named: "null", VideoLimits(), program: nil, waiting: waiting)
        #expect(process.identifier != identifier)
    }
}
