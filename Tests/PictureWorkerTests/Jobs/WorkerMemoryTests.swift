import Foundation
import Testing

@Suite("The memory of a worker")
struct WorkerMemoryTests {
    @Test("It doesn't grow with the number of jobs, whether they succeed or fail", arguments: [[], ["--isolate"]])
    func flat(arguments: [String]) throws {
        let worker = try WorkerProcess(["--jobs", "2", "--threads", "1"] + arguments)
        func run(_ count: Int) throws -> (memory: Int, files: Int) {
            let job: [String: Any] = ["chain": "SepiaTone", "size": ["fit": [64, 64]], "output": "o.jpg"]
            for index in 0..<count {
                let input = index % 5 == 0 ? "missing.png" : WorkerProcess.scene
                try worker.send(job.merging(["id": "\(index)", "input": input, "output": "\(index % 7).jpg"]) { $1 })
            }
            let answers = try worker.answers(count)
            #expect(answers.values.count { $0.isOK } == count - (count + 4) / 5)
            let processes =
                [worker.process.processIdentifier] + ProcessTree.children(of: worker.process.processIdentifier)
            let sizes = processes.compactMap { ProcessTree.status("VmRSS", of: $0)?.split(separator: " ").first }
            return (
                sizes.compactMap { Int($0) }.reduce(0, +),
                processes.map(ProcessTree.openFiles).reduce(0, +)
            )
        }
        _ = try run(100)
        let before = try run(100)
        let after = try run(400)
        // In KiB. A picture of the scene that stayed would be 1200 KiB a job.
        #expect(after.memory - before.memory < 16 << 10, "\(before.memory) KiB became \(after.memory)")
        #expect(after.files <= before.files + 2)
    }

    @Test("A JPEG of 36 megapixels becomes a thumbnail in little memory")
    func thumbnail() throws {
        /// Returns the peaks of making a thumbnail of a small and of a large picture, in bytes.
        func peaks(_ arguments: [String]) throws -> (small: Int, large: Int) {
            let worker = try WorkerProcess(["--jobs", "1", "--threads", "1"] + arguments)
            func peak(_ size: [Int]) throws -> Int {
                #expect(
                    try worker.answer(to: [
                        "id": "picture", "chain": "CheckerboardGenerator width=90", "size": ["crop": size],
                        "output": "in.jpg",
                    ]).isOK)
                // The second one finds everything compiled.
                let job: [String: Any] = [
                    "id": "thumbnail", "input": "in.jpg", "size": ["fit": [500, 500]], "output": "out.jpg",
                ]
                _ = try worker.answer(to: job)
                return try #require(try worker.answer(to: job)["peak"] as? Int)
            }
            return (try peak([1000, 667]), try peak([7360, 4912]))
        }
        let reduced = try peaks([])
        #expect(reduced.large - reduced.small < 40 << 20, "\(reduced)")
        // The decoded picture alone has 103 MiB.
        let full = try peaks(["--full-decoding"])
        #expect(full.large - full.small > 80 << 20, "\(full)")
    }

    @Test("A picture that is decoded at a fraction needs memory for that fraction alone")
    func reducedEstimate() throws {
        func answer(_ arguments: [String]) throws -> [String: Any] {
            let worker = try WorkerProcess(["--jobs", "1", "--threads", "1", "--memory", "96M"] + arguments)
            let large: [String: Any] = [
                "id": "large", "chain": "CheckerboardGenerator width=90", "size": ["crop": [7360, 4912]],
                "output": "in.jpg",
            ]
            let maker = try WorkerProcess(["--jobs", "1", "--threads", "1"])
            #expect(try maker.answer(to: large).isOK)
            return try worker.answer(to: [
                "id": "thumbnail", "input": maker.path("in.jpg"), "size": ["fit": [500, 500]], "output": "out.jpg",
            ])
        }
        #expect(try answer([]).isOK)
        // 36 megapixels take 145 MB.
        let refused = try answer(["--full-decoding"])
        #expect((refused["error"] as? [String: Any])?["kind"] as? String == "memory", "\(refused)")
    }

    @Test("Jobs in work never have more than all of it together", arguments: [[], ["--isolate"]])
    func admission(arguments: [String]) throws {
        let worker = try WorkerProcess(["--jobs", "4", "--threads", "1", "--memory", "64M"] + arguments)
        // 2600 × 2600 pixels in memory are 26 MiB, beside the least of 16 MiB: with them, no other job has room.
        for index in 0..<8 {
            try worker.send([
                "id": "\(index)", "chain": "CheckerboardGenerator, GaussianBlur radius=5",
                "size": ["crop": [2600, 2600]],
                "output": "\(index).png", "reuse": true,
            ])
        }
        var (done, most) = (0, 0)
        try worker.send(["request": "health"])
        while done < 8 {
            let line = try worker.line()
            guard let health = line["health"] as? [String: Any] else {
                #expect(line.isOK, "\(line)")
                done += 1
                continue
            }
            most = max(most, try #require(health["leased"] as? Int))
            Thread.sleep(forTimeInterval: 0.005)
            try worker.send(["request": "health"])
        }
        #expect(most > 26 << 20 && most <= 64 << 20, "\(most)")
        #expect(try worker.line()["health"] != nil)
    }
}
