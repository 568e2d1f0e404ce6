import CSandbox
import ChildProcesses
import Foundation
import TestSupport
import Testing

@Suite("Clients at a socket")
struct SocketTests {
    private func worker(_ arguments: [String] = []) throws -> (WorkerProcess, socket: String) {
        let socket = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString.prefix(8)).sock")
        return (
            try WorkerProcess(["--socket", socket.path, "--jobs", "2"] + arguments, readsHello: false), socket.path
        )
    }

    /// A PNG file of one colour, made without the library.
    private func png(_ red: UInt8, _ green: UInt8, _ blue: UInt8) throws -> Data {
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            func number(_ value: UInt32) -> [UInt8] {
                (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
            }
            let body = Array(name.utf8) + data
            var crc = UInt32.max
            for byte in body {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            }
            return number(UInt32(data.count)) + body + number(~crc)
        }
        let row: [UInt8] = [0] + [red, green, blue] + [red, green, blue]
        let raw = row + row
        var (one, two) = (1, 0)
        for byte in raw {
            one = (one + Int(byte)) % 65521
            two = (two + one) % 65521
        }
        let length = UInt8(raw.count)
        let stored: [UInt8] = [0x78, 0x01, 1, length, 0, ~length, 0xFF] + raw
        let sum = [two >> 8, two & 255, one >> 8, one & 255].map { UInt8($0) }
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", [0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0]) + chunk("IDAT", stored + sum)
                + chunk("IEND", []))
    }

    @Test("Pictures come and results go through memory", arguments: [[], ["--isolate"]])
    func memory(arguments: [String]) throws {
        let (worker, socket) = try worker(arguments)
        let client = try SocketClient(socket)
        let colours: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [10, 20, 30]]
        // All lines are sent before an answer is read; each has its own descriptor, and one has none.
        for (index, colour) in colours.enumerated() {
            let file = try SocketClient.memory(try png(colour[0], colour[1], colour[2]))
            try client.send(["id": "\(index)", "input": ["memory": 0], "output": ["memory": "png"]], files: [file])
            try client.send(["request": "health"])
        }
        var results: [String: Data] = [:]
        while results.count < colours.count {
            let (answer, files) = try client.line()
            guard let id = answer["id"] as? String else { continue }
            #expect(answer.isOK, "\(answer)")
            let data = try SocketClient.contents(try #require(files.first))
            #expect(answer["bytes"] as? Int == data.count)
            results[id] = data
            // Nobody else can change the memory.
            #expect(csandbox_is_read_only(files[0].number) == 1)
        }
        for (index, colour) in colours.enumerated() {
            let picture = try DecodedPicture(try #require(results["\(index)"]))
            #expect(picture.width == 2 && picture.height == 2)
            #expect(picture.pixel(1, 1) == colour + [255])
        }
        worker.terminate()
        worker.process.waitUntilExit()
        #expect(worker.process.terminationStatus == 0)
        #expect(worker.errorText == "")
    }

    @Test("Several pictures of a job are told apart by their numbers")
    func several() throws {
        let (worker, socket) = try worker()
        let client = try SocketClient(socket)
        let files = try [png(0, 0, 255), png(255, 255, 255), png(255, 0, 0)].map(SocketClient.memory)
        let job: [String: Any] = [
            "id": "1", "input": ["memory": 0], "images": ["mask": ["memory": 1], "back": ["memory": 2]],
            "chain": "BlendWithMask backgroundImage=@back maskImage=@mask", "output": "o.png",
        ]
        try client.send(job, files: files)
        #expect(try client.line().object.isOK)
        #expect(try DecodedPicture(worker.path("o.png")).pixel(0, 0) == [0, 0, 255, 255])
        try client.send(job, files: Array(files.prefix(2)))
        let missing = try client.line().object
        #expect(missing.kind == "input" && missing.message.contains("descriptor 2"))
    }

    @Test("What is no memory or no picture is refused, and the descriptors are closed")
    func wrongDescriptors() throws {
        let (worker, socket) = try worker()
        let client = try SocketClient(socket)
        let job: [String: Any] = ["id": "1", "input": ["memory": 0], "output": ["memory": "png"]]
        try client.send(job)
        #expect(try client.line().object.kind == "input")
        let before = ProcessTree.openFiles(of: worker.process.processIdentifier)
        for _ in 0..<20 {
            try client.send(job, files: [try FileDescriptor.pipe().writing])
            #expect(try client.line().object.kind == "input")
            try client.send(job, files: [try SocketClient.memory(Data("text".utf8))])
            #expect(try client.line().object.kind == "input")
            try client.send(text: "nonsense\n", files: [try FileDescriptor.null(), try FileDescriptor.null()])
            #expect(try client.line().object.kind == "malformed")
            try client.send(
                job.merging(["output": ["memory": "xyz"]]) { $1 }, files: [try SocketClient.memory(png(1, 2, 3))])
            #expect(try client.line().object.kind == "malformed")
            try client.send(job, files: [try SocketClient.memory(png(1, 2, 3))])
            #expect(try client.line().object.isOK)
        }
        #expect(ProcessTree.openFiles(of: worker.process.processIdentifier) <= before + 4)
    }

    @Test("Clients have identifiers of their own, and one that leaves affects no other")
    func clients() throws {
        let (worker, socket) = try worker()
        let slow: [String: Any] = [
            "id": "same", "chain": "CheckerboardGenerator, GaussianBlur radius=50", "size": ["crop": [3000, 3000]],
            "output": "left.png",
        ]
        do {
            let leaving = try SocketClient(socket)
            try leaving.send(slow)
            try leaving.send(["request": "health"])
            _ = try leaving.line()
        }
        let clients = try (0..<3).map { _ in try SocketClient(socket) }
        for (index, client) in clients.enumerated() {
            try client.send(["id": "same", "input": WorkerProcess.scene, "output": "\(index).jpg"])
        }
        for client in clients { #expect(try client.line().object.isOK) }
        // The job of the client that left was done.
        let deadline = Date(timeIntervalSinceNow: 20)
        while !worker.exists("left.png"), Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
        #expect(worker.exists("left.png"))
        worker.terminate()
        for client in clients { #expect(client.isClosed()) }
        worker.process.waitUntilExit()
        #expect(worker.process.terminationStatus == 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test("The socket is private, takes the place of one that nobody uses, and leaves others alone")
    func socketFile() throws {
        let (worker, socket) = try worker()
        _ = try SocketClient(socket)
        let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        func run(_ path: String) throws -> (code: Int32, errors: String) {
            let other = try WorkerProcess(["--socket", path], readsHello: false)
            other.process.waitUntilExit()
            return (other.process.terminationStatus, other.errorText)
        }
        let second = try run(socket)
        #expect(second.code == 1 && second.errors.contains("another worker listens there"))
        _ = try SocketClient(socket)
        let file = worker.path("file")
        try Data().write(to: URL(fileURLWithPath: file))
        let third = try run(file)
        #expect(third.code == 1 && third.errors.contains("there is another file"))
        let long = try run("/tmp/" + String(repeating: "x", count: 200))
        #expect(long.code == 1 && long.errors.contains("too long"))
        let nowhere = try run(worker.path("none/at/all.sock"))
        #expect(nowhere.code == 1 && nowhere.errors.contains("No such file"))
        kill(worker.process.processIdentifier, SIGKILL)
        worker.process.waitUntilExit()
        #expect(FileManager.default.fileExists(atPath: socket))
        let successor = try WorkerProcess(["--socket", socket], readsHello: false)
        _ = try SocketClient(socket)
        successor.terminate()
        successor.process.waitUntilExit()
        #expect(!FileManager.default.fileExists(atPath: socket))
    }
}
