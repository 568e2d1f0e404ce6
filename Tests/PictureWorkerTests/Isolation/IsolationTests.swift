import Foundation
import TestSupport
import Testing

@Suite("Jobs in sandboxed processes")
struct IsolationTests {
    private func worker(_ arguments: [String] = []) throws -> WorkerProcess {
        try WorkerProcess(["--isolate", "--jobs", "1"] + arguments)
    }

    /// A job of some seconds.
    private func slow(_ id: String) -> [String: Any] {
        [
            "id": id, "chain": "CheckerboardGenerator, GaussianBlur radius=200, GaussianBlur radius=201",
            "size": ["crop": [20000, 20000]], "output": "\(id).png",
        ]
    }

    private var small: [String: Any] { ["id": "small", "input": WorkerProcess.scene, "output": "small.jpg"] }

    /// Waits for the process that works on a job.
    private func child(of worker: WorkerProcess) throws -> pid_t {
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline {
            // It is sandboxed when it has its job.
            let children = ProcessTree.children(of: worker.process.processIdentifier)
            if let child = children.first, ProcessTree.status("Seccomp", of: child) == "2" { return child }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw WorkerProcess.Missing(reason: "no process was started", errors: worker.errorText)
    }

    @Test("Results are the same as without a sandbox")
    func sameResults() throws {
        let (isolated, plain) = (try worker(), try WorkerProcess(["--jobs", "1"]))
        let jobs: [[String: Any]] = [
            ["input": WorkerProcess.scene, "size": ["fit": [200, 200]], "output": "a.jpg"],
            [
                "input": WorkerProcess.scene, "chain": "SepiaTone, GaussianBlur radius=2", "output": "b.png",
                "depth": "16",
            ],
            [
                "input": WorkerProcess.scene, "images": ["back": WorkerProcess.scene],
                "chain": "SepiaTone, SourceOverCompositing backgroundImage=@back", "output": "new/c.webp",
            ],
            ["chain": "CheckerboardGenerator", "size": ["crop": [30, 20]], "output": "d.tif"],
        ]
        for (index, job) in jobs.enumerated() {
            let job = job.merging(["id": "\(index)"]) { $1 }
            let answers = try [isolated, plain].map { try $0.answer(to: job) }
            #expect(answers.allSatisfy { $0.isOK }, "\(answers)")
            for field in ["bytes", "width", "height"] {
                #expect(answers[0][field] as? Int == answers[1][field] as? Int)
            }
            #expect(try #require(answers[0]["peak"] as? Int) > 1 << 20)
            let name = try #require(job["output"] as? String)
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: isolated.path(name)))
                    == Data(contentsOf: URL(fileURLWithPath: plain.path(name))))
        }
    }

    @Test("Errors name pictures, which the process itself doesn't know")
    func names() throws {
        let worker = try worker()
        try Data("no picture".utf8).write(to: worker.folder.appendingPathComponent("text.jpg"))
        let one = try worker.answer(to: ["id": "1", "input": "text.jpg", "output": "a.png"])
        #expect(one.kind == "input" && one.message.hasPrefix("text.jpg: "), "\(one)")
        let two = try worker.answer(to: [
            "id": "2", "input": WorkerProcess.scene, "images": ["back": "text.jpg"], "output": "a.png",
            "chain": "SourceOverCompositing backgroundImage=@back",
        ])
        #expect(two.kind == "input" && two.message.contains("scene.png, text.jpg: "), "\(two)")
    }

    @Test("Recipes come from files, and results that are there already are kept")
    func recipesAndReuse() throws {
        let worker = try worker()
        let save = LaunchedProgram()
        save.executableURL = ProductsFolder.product("coreimage")
        save.arguments = ["apply", WorkerProcess.scene, "--save-recipe", worker.path("r.plist"), "--", "ColorInvert"]
        try save.run()
        save.waitUntilExit()
        let job: [String: Any] = [
            "id": "1", "input": WorkerProcess.scene, "recipe": "r.plist", "output": "o.png", "reuse": true,
        ]
        let first = try worker.answer(to: job)
        #expect(first.isOK && first["reused"] as? Bool == false, "\(first)")
        #expect(try worker.answer(to: job)["reused"] as? Bool == true)
        // A worker without a sandbox takes the file for its own.
        let plain = try WorkerProcess(["--jobs", "1"])
        let same = job.merging(["recipe": worker.path("r.plist"), "output": worker.path("o.png")]) { $1 }
        #expect(try plain.answer(to: same)["reused"] as? Bool == true)
    }

    @Test("A process that is killed in mid-job costs that job only")
    func killed() throws {
        let worker = try worker()
        try worker.send(slow("a"))
        try worker.send(small)
        let child = try child(of: worker)
        kill(child, SIGKILL)
        let answers = try worker.answers(2)
        #expect(answers["a"]?.kind == "crashed" && answers["a"]?.message.contains("SIGKILL") == true, "\(answers)")
        #expect(answers["small"]?.isOK == true)
        #expect(!worker.exists("a.png") && worker.exists("small.jpg"))
        try worker.send(["request": "metrics"])
        let samples = try PrometheusSamples(try #require(try worker.line()["metrics"] as? String))
        #expect(samples.values["coreimage_worker_crashes_total"] == 1)
        #expect(samples.values[#"coreimage_worker_jobs_total{result="crashed"}"#] == 1)
        #expect(samples.values["coreimage_worker_memory_leased_bytes"] == 0)
        #expect(try worker.end() == 0)
    }

    @Test("The process is confined, and can't open the files that settings name")
    func confined() throws {
        let worker = try worker()
        #expect(try worker.answer(to: small).isOK)
        let child = try child(of: worker)
        #expect(ProcessTree.status("NoNewPrivs", of: child) == "1")
        #expect(ProcessTree.status("CapEff", of: child).map { UInt64($0, radix: 16) == 0 } == true)
        // Whether there is such a file makes no difference, and neither does whether the sandbox can read it.
        for chain in [
            ["BlendWithMask", "maskImage=\(WorkerProcess.scene)"], ["BlendWithMask", "maskImage=/no/such/file.png"],
            ["QRCodeGenerator", "message=@/usr/lib/os-release"], ["QRCodeGenerator", "message=@/proc/self/status"],
            ["ColorCube", "cubeData=@/no/such/file"],
        ] {
            let answer = try worker.answer(to: [
                "id": "1", "input": WorkerProcess.scene, "chain": chain, "output": "o.png",
            ])
            #expect(answer.kind == "recipe" && answer.message.contains("no file is opened here"), "\(answer)")
            #expect(!worker.exists("o.png"))
        }
        // The process is the same: a failure doesn't end it.
        #expect(ProcessTree.children(of: worker.process.processIdentifier) == [child])
    }

    @Test("Pictures and recipes that are wrong have the same kinds of failures as without a sandbox")
    func failures() throws {
        let worker = try worker(["--pixel-limit", "400K", "--memory", "64M"])
        let scene = try Data(contentsOf: URL(fileURLWithPath: WorkerProcess.scene))
        try scene.prefix(scene.count / 2).write(to: worker.folder.appendingPathComponent("half.png"))
        let cases: [(String, [String: Any])] = [
            ("input", ["input": "nowhere.png"]), ("input", ["input": "half.png"]), ("input", ["input": "/dev/null"]),
            ("input", ["input": "."]), ("recipe", ["input": WorkerProcess.scene, "chain": "SepiaTon"]),
            ("output", ["input": WorkerProcess.scene, "output": "/proc/o.png"]),
            ("limit", ["chain": "CheckerboardGenerator", "size": ["crop": [1000, 1000]]]),
            ("unit", ["input": WorkerProcess.scene, "units": ["com.example.none"]]),
        ]
        for (index, (kind, fields)) in cases.enumerated() {
            let answer = try worker.answer(to: ["id": "\(index)", "output": "\(index).png"].merging(fields) { $1 })
            #expect(answer.kind == kind, "\(fields): \(answer)")
            #expect(!worker.exists("\(index).png"))
        }
        #expect(try worker.answer(to: small).isOK)
    }

    @Test("A job that needs more than the memory is refused before its pixels are computed")
    func memory() throws {
        let worker = try worker(["--memory", "64M"])
        let answer = try worker.answer(to: slow("a"))
        #expect(answer.kind == "memory", "\(answer)")
        #expect(try worker.answer(to: small).isOK)
    }

    @Test("A job ends at its deadline, and the next one is done")
    func deadline() throws {
        let worker = try worker()
        let answer = try worker.answer(to: slow("a").merging(["deadline": 0.5]) { $1 })
        #expect(answer.kind == "deadline", "\(answer)")
        #expect(try #require(answer["ms"] as? Double) < 20_000)
        #expect(try worker.answer(to: small).isOK)
    }

    @Test("A process that stops is ended after the deadline")
    func stopped() throws {
        let worker = try worker()
        try worker.send(slow("a").merging(["deadline": 2]) { $1 })
        let child = try child(of: worker)
        kill(child, SIGSTOP)
        let answer = try worker.line()
        #expect(answer.kind == "deadline" && answer.message.contains("ended"), "\(answer)")
        #expect(try worker.answer(to: small).isOK)
        #expect(!ProcessTree.isAlive(child))
    }

    @Test("No process is left when the worker ends, however it ends", arguments: [SIGTERM, SIGKILL])
    func end(signal: Int32) throws {
        let worker = try worker()
        #expect(try worker.answer(to: small).isOK)
        let child = try child(of: worker)
        kill(worker.process.processIdentifier, signal)
        worker.process.waitUntilExit()
        let deadline = Date(timeIntervalSinceNow: 10)
        while ProcessTree.isAlive(child), Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
        #expect(!ProcessTree.isAlive(child))
    }
}
