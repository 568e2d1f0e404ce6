import Foundation
import Testing

@Suite("Results that are there already")
struct ReuseTests {
    private func job(_ id: String, _ changes: [String: Any] = [:]) -> [String: Any] {
        ["id": id, "input": "in.png", "chain": "SepiaTone", "output": "out.png", "reuse": true]
            .merging(changes) { $1 }
    }

    private func worker() throws -> WorkerProcess {
        let worker = try WorkerProcess(["--jobs", "1"])
        try FileManager.default.copyItem(atPath: WorkerProcess.scene, toPath: worker.path("in.png"))
        return worker
    }

    @Test("An equal job keeps the file, and one that differs in anything that matters doesn't")
    func keys() throws {
        let worker = try worker()
        let first = try worker.answer(to: job("1"))
        #expect(first["reused"] as? Bool == false)
        let key = try #require(first["key"] as? String)
        let written = try Data(contentsOf: worker.folder.appendingPathComponent("out.png"))
        let again = try worker.answer(to: job("2", ["deadline": 50]))
        #expect(again["reused"] as? Bool == true && again["key"] as? String == key)
        #expect(again["bytes"] as? Int == written.count)
        #expect(again["width"] as? Int == 640 && again["height"] as? Int == 480)
        var keys: Set = [key]
        for (index, change) in [
            ["chain": "Vignette"] as [String: Any], ["size": ["fit": [9, 9]]], ["depth": "16"], ["strip": true],
            ["output": "out.jpg"], ["output": "out.jpg", "quality": 0.3], ["content_key": "etag"],
            ["images": ["a": "in.png"]],
        ].enumerated() {
            let other = try worker.answer(to: job("c\(index)", change))
            #expect(other.isOK && other["reused"] as? Bool == false, "\(change): \(other)")
            #expect(keys.insert(try #require(other["key"] as? String)).inserted, "\(change)")
        }
    }

    @Test("A file with the same bytes under another name has the same key, and a changed one hasn't")
    func contents() throws {
        let worker = try worker()
        let key = try worker.answer(to: job("1"))["key"] as? String
        try FileManager.default.moveItem(atPath: worker.path("in.png"), toPath: worker.path("moved.png"))
        let moved = try worker.answer(to: job("2", ["input": "moved.png"]))
        #expect(moved["key"] as? String == key && moved["reused"] as? Bool == true)
        // A byte behind the end of a PNG changes the file, but not its pixels.
        let file = try FileHandle(forWritingTo: worker.folder.appendingPathComponent("moved.png"))
        try file.seekToEnd()
        try file.write(contentsOf: Data([0]))
        try file.close()
        let changed = try worker.answer(to: job("3", ["input": "moved.png"]))
        #expect(changed["key"] as? String != key && changed["reused"] as? Bool == false)
    }

    @Test("A file of anyone else is replaced")
    func foreign() throws {
        let worker = try worker()
        try Data("foreign".utf8).write(to: worker.folder.appendingPathComponent("out.png"))
        #expect(try worker.answer(to: job("1"))["reused"] as? Bool == false)
        #expect(try DecodedPicture(worker.path("out.png")).width == 640)
        // Written without a key, the same picture isn't known to be the job's.
        #expect(try worker.answer(to: ["id": "2", "input": "in.png", "chain": "SepiaTone", "output": "out.png"]).isOK)
        #expect(try worker.answer(to: job("3"))["reused"] as? Bool == false)
        #expect(try worker.answer(to: job("4"))["reused"] as? Bool == true)
    }

    @Test("A result that somebody has shortened or changed is made again, with the same bytes")
    func changes() throws {
        let worker = try worker()
        #expect(try worker.answer(to: job("1"))["reused"] as? Bool == false)
        let url = worker.folder.appendingPathComponent("out.png")
        let made = try Data(contentsOf: url)
        for (index, change)
            in ([{ try $0.truncate(atOffset: 100) }, { try $0.write(contentsOf: Data("XXXX".utf8)) }]
            as [(FileHandle) throws -> Void]).enumerated()
        {
            let file = try FileHandle(forUpdating: url)
            try change(file)
            try file.close()
            #expect(try Data(contentsOf: url) != made)
            #expect(try worker.answer(to: job("a\(index)"))["reused"] as? Bool == false)
            #expect(try Data(contentsOf: url) == made)
            #expect(try worker.answer(to: job("b\(index)"))["reused"] as? Bool == true)
        }
    }
}
