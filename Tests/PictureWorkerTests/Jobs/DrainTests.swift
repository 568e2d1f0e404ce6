import Foundation
import Testing

@Suite("The end of a worker")
struct DrainTests {
    /// A job of about a second.
    private func slow(_ id: String) -> [String: Any] {
        [
            "id": id, "chain": "CheckerboardGenerator, GaussianBlur radius=50", "size": ["crop": [4000, 4000]],
            "output": "\(id).png",
        ]
    }

    /// Waits until the worker has read all lines and begun a job.
    private func waitForWork(_ worker: WorkerProcess) throws {
        while true {
            try worker.send(["request": "health"])
            let health = try #require(try worker.line()["health"] as? [String: Any])
            #expect(health["state"] as? String == "ready")
            if health["working"] as? Int == 1 { return }
        }
    }

    @Test("At SIGTERM, jobs in work are finished, and those that wait are refused")
    func drain() throws {
        let worker = try WorkerProcess(["--jobs", "1"])
        for id in ["a", "b", "c"] { try worker.send(slow(id)) }
        try waitForWork(worker)
        worker.terminate()
        let answers = try worker.answers(3)
        #expect(answers["a"]?.isOK == true, "\(answers)")
        #expect(answers["b"]?.kind == "draining" && answers["c"]?.kind == "draining")
        worker.process.waitUntilExit()
        #expect(worker.process.terminationReason == .exit && worker.process.terminationStatus == 0)
        #expect(worker.exists("a.png") && !worker.exists("b.png"))
    }

    @Test("At the end of the input, all jobs are done")
    func end() throws {
        let worker = try WorkerProcess(["--jobs", "2"])
        for id in ["a", "b", "c"] { try worker.send(["id": id, "input": WorkerProcess.scene, "output": "\(id).jpg"]) }
        try worker.closeInput()
        #expect(try worker.answers(3).values.allSatisfy { $0.isOK })
        worker.process.waitUntilExit()
        #expect(worker.process.terminationStatus == 0)
    }

    @Test("A second signal ends the worker at once, and leaves no part of a file")
    func secondSignal() throws {
        let worker = try WorkerProcess(["--jobs", "1"])
        var job = slow("a")
        job["size"] = ["crop": [20000, 20000]]
        try worker.send(job)
        try waitForWork(worker)
        worker.terminate()
        Thread.sleep(forTimeInterval: 0.3)
        worker.terminate()
        worker.process.waitUntilExit()
        #expect(worker.process.terminationStatus == 130)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: worker.folder.path).filter { $0.hasSuffix(".png") }
                == [])
    }
}
