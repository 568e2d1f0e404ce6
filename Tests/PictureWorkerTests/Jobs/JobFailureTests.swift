import Foundation
import Testing

@testable import PictureWorker

@Suite("Jobs that fail")
struct JobFailureTests {
    @Test("Each failure has its kind, and no file is written")
    func kinds() throws {
        let worker = try WorkerProcess(["--jobs", "1", "--pixel-limit", "400K", "--memory", "64M"])
        try Data("no picture".utf8).write(to: worker.folder.appendingPathComponent("text.jpg"))
        let scene = try Data(contentsOf: URL(fileURLWithPath: WorkerProcess.scene))
        try scene.prefix(scene.count / 2).write(to: worker.folder.appendingPathComponent("half.png"))
        try Data("{\"format\": 1}".utf8).write(to: worker.folder.appendingPathComponent("bad.json"))
        try scene.write(to: worker.folder.appendingPathComponent("own.png"))
        try FileManager.default.createSymbolicLink(
            atPath: worker.folder.appendingPathComponent("link.png").path, withDestinationPath: "own.png")
        let scenePath = WorkerProcess.scene
        let big: [String: Any] = ["chain": "CheckerboardGenerator"]
        let cases: [(kind: String, part: String, job: [String: Any])] = [
            ("input", "nowhere.jpg", ["input": "nowhere.jpg"]), ("input", "text.jpg", ["input": "text.jpg"]),
            ("input", "half.png", ["input": "half.png"]), ("input", "descriptor 0", ["input": ["memory": 0]]),
            ("recipe", "did you mean CISepiaTone?", ["input": scenePath, "chain": "SepiaTon"]),
            ("recipe", "intensitty", ["input": scenePath, "chain": "SepiaTone intensitty=1"]),
            ("recipe", "@mask", ["input": scenePath, "chain": "BlendWithMask maskImage=@mask"]),
            ("recipe", "inputCubeDimension", ["input": scenePath, "chain": "ColorCube cubeDimension=1000 cubeData=x"]),
            ("recipe", "inputFontSize", ["input": scenePath, "chain": "TextImageGenerator text=A fontSize=1e9"]),
            ("recipe", "inputWeights", ["input": scenePath, "chain": "ConvolutionRGB3X3 weights=1"]),
            ("recipe", "bad.json", ["input": scenePath, "recipe": "bad.json"]),
            ("recipe", "The result has no bounds.", big),
            ("unit", "com.example.none", ["input": scenePath, "units": ["com.example.none"]]),
            ("malformed", "o.xyz", ["input": scenePath, "output": "o.xyz"]),
            ("malformed", "PNG", ["input": scenePath, "depth": "float"]),
            ("malformed", "names a folder", ["input": scenePath, "output": "folder/"]),
            ("malformed", "would be lost", ["input": "own.png", "output": "./own.png"]),
            ("malformed", "would be lost", ["input": "own.png", "output": "link.png"]),
            (
                "malformed", "would be lost",
                ["input": scenePath, "images": ["a": "own.png"], "output": "own.png", "chain": "SepiaTone"]
            ),
            ("output", "/proc", ["input": scenePath, "output": "/proc/o.png"]),
            ("limit", "limit", big.merging(["size": ["crop": [1000, 1000]]]) { $1 }),
            ("version", "Version 3", ["protocol": 3, "input": scenePath]),
            ("deadline", "deadline", ["input": scenePath, "deadline": 1e-6]),
        ]
        for (index, one) in cases.enumerated() {
            let job = ["id": "\(index)", "output": "\(index).png"].merging(one.job) { $1 }
            if one.kind == "version" {
                try worker.send(text: #"{"protocol": 3, "id": "\#(index)", "output": "a.png"}"# + "\n")
            } else {
                try worker.send(job)
            }
            let answer = try worker.line()
            #expect(answer["id"] as? String == "\(index)")
            #expect(answer.kind == one.kind, "\(job): \(answer)")
            #expect(answer.message.contains(one.part), "\(job): \(answer)")
            #expect(!worker.exists("\(index).png"))
        }
        #expect(try Data(contentsOf: worker.folder.appendingPathComponent("own.png")) == scene)
        #expect(try worker.end() == 0)
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: worker.folder.path)).isDisjoint(with: ["a.png"]))
    }

    /// Reading them could wait without end, as that of `/proc/kmsg` does.
    @Test("Pipes, devices and files of the system are no pictures", arguments: [[], ["--isolate"]])
    func otherFiles(options: [String]) throws {
        let worker = try WorkerProcess(["--jobs", "1"] + options)
        try #require(mkfifo(worker.path("pipe"), 0o600) == 0)
        try Data().write(to: worker.folder.appendingPathComponent("empty.png"))
        for (path, part) in [
            ("pipe", "pipe isn't a file"), ("/dev/zero", "/dev/zero isn't a file"),
            ("empty.png", "empty.png is empty, or a file of the system without a size"),
            ("/proc/kmsg", "/proc/kmsg "), ("/proc/self/status", "a file of the system without a size"),
        ] {
            for reuses in [false, true] {
                let answer = try worker.answer(to: ["id": "1", "input": path, "output": "o.png", "reuse": reuses])
                #expect(answer.kind == "input" && answer.message.contains(part), "\(answer)")
            }
            let answer = try worker.answer(
                to: ["id": "1", "input": WorkerProcess.scene, "recipe": path, "output": "o.png"])
            #expect(answer.kind == "recipe" && answer.message.contains(part), "\(answer)")
        }
        #expect(try worker.end() == 0)
    }

    @Test("A folder of recipes' pictures that isn't there, or is a file, is refused at the start")
    func recipeFolders() throws {
        for (folder, reason) in [("nowhere", "no such folder"), (WorkerProcess.scene, "no folder; name the folder")] {
            let worker = try WorkerProcess(["--recipe-files", folder], readsHello: false)
            #expect(try worker.end() == 1)
            #expect(worker.errorText.contains("--recipe-files \(folder)") && worker.errorText.contains(reason))
        }
    }

    @Test("A job that needs more than the memory is refused, and others aren't")
    func memory() throws {
        let worker = try WorkerProcess(["--jobs", "1", "--memory", "64M"])
        let chain: [String: Any] = ["chain": "CheckerboardGenerator", "reuse": true]
        // 5000 × 5000 pixels of 4 bytes are 95 MiB.
        let large = try worker.answer(
            to: chain.merging(["id": "l", "size": ["crop": [5000, 5000]], "output": "l.png"]) { $1 })
        #expect(large.kind == "memory")
        #expect(large.message.contains("64 MiB"))
        #expect(!worker.exists("l.png"))
        #expect(
            try worker.answer(to: chain.merging(["id": "s", "size": ["crop": [50, 50]], "output": "s.png"]) { $1 }).isOK
        )
    }

    @Test("Identifiers of unfinished jobs can't be used again, and those of finished ones can")
    func duplicates() throws {
        let worker = try WorkerProcess(["--jobs", "1"])
        let slow: [String: Any] = [
            "id": "same", "chain": "CheckerboardGenerator, GaussianBlur radius=50", "size": ["crop": [3000, 3000]],
            "output": "slow.png",
        ]
        try worker.send(slow)
        try worker.send(["id": "same", "input": WorkerProcess.scene, "output": "other.png"])
        let refused = try worker.line()
        #expect(refused.kind == "duplicate" && refused["id"] as? String == "same")
        #expect(try worker.line().isOK)
        #expect(!worker.exists("other.png"))
        #expect(try worker.answer(to: ["id": "same", "input": WorkerProcess.scene, "output": "other.png"]).isOK)
    }

    @Test("Lines that are malformed, too long or empty affect no others")
    func lines() throws {
        let worker = try WorkerProcess()
        try worker.send(text: "\n  \r\nnonsense\n")
        #expect(try worker.line().kind == "malformed")
        try worker.send(text: #"{"id": "long", "output": ""# + String(repeating: "x", count: 1 << 20) + "\"}\n")
        let long = try worker.line()
        #expect(long.kind == "oversized" && long["id"] is NSNull)
        try worker.send(text: "\u{0}\u{1B}[2J\n")
        #expect(try worker.line().kind == "malformed")
        #expect(try worker.answer(to: ["id": "1", "input": WorkerProcess.scene, "output": "a.jpg"]).isOK)
        // The last line may lack its line break.
        try worker.send(text: #"{"request": "health"}"#)
        try worker.closeInput()
        let health = try #require(try worker.line()["health"] as? [String: Any])
        #expect(health["done"] as? Int == 1 && health["failed"] as? Int == 3)
    }

    @Test("A job ends at its deadline")
    func deadline() throws {
        let worker = try WorkerProcess(["--jobs", "1", "--deadline", "0.2"])
        let chain: [String: Any] = [
            "chain": "CheckerboardGenerator, GaussianBlur radius=200, GaussianBlur radius=201",
            "size": ["crop": [20000, 20000]],
            "output": "a.png",
        ]
        let own = try worker.answer(to: chain.merging(["id": "own", "deadline": 0.1]) { $1 })
        #expect(own.kind == "deadline")
        #expect(try #require(own["ms"] as? Double) < 20_000)
        #expect(try worker.answer(to: chain.merging(["id": "fallback"]) { $1 }).kind == "deadline")
        // A job that waits for a slot for too long isn't begun.
        try worker.send(chain.merging(["id": "first", "deadline": 0.5]) { $1 })
        try worker.send(["id": "second", "input": WorkerProcess.scene, "output": "b.png", "deadline": 0.1])
        let answers = try worker.answers(2)
        #expect(answers["second"]?.kind == "deadline")
        #expect(answers["second"]?.message.contains("before the job began") == true)
        #expect(!worker.exists("a.png") && !worker.exists("b.png"))
    }

    @Test(
        "Errors of no known type are internal ones while a result is written, and about the picture while one is read")
    func unknown() {
        struct Unknown: Error {}
        #expect(JobFailure(Unknown(), in: .writing).kind == .internal)
        #expect(JobFailure(Unknown(), in: .reading).kind == .input)
        #expect(JobFailure(Unknown(), in: .editing).kind == .recipe)
    }
}
