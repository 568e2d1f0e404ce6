import Foundation
import Synchronization
import Testing

@testable import ImageUnits

@Suite("Folder watch")
struct FolderWatchTests {
    /// A folder, and how often a watch of it has reported.
    private final class Scene: Sendable {
        let folder: String
        let count = Mutex(0)
        let unwatched = Mutex<[FolderWatchError]>([])

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        var reports: Int { count.withLock { $0 } }

        func watch(_ path: String = "", delay: Duration = .milliseconds(30)) throws -> FolderWatch {
            let root = path.isEmpty ? folder : folder + "/" + path
            return try FolderWatch(roots: { [root] }, delay: delay, report: { [self] in count.withLock { $0 += 1 } })
        }

        /// Whether a change is reported within 5 seconds.
        func reports(_ change: () throws -> Void) async throws -> Bool {
            let before = reports
            try change()
            for _ in 0..<500 {
                if reports > before {
                    // Waits for further events of the same change.
                    try await Task.sleep(for: .milliseconds(80))
                    return true
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            return false
        }

        func write(_ path: String, _ text: String = "x") throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + path))
        }

        func move(_ path: String, to other: String) throws {
            guard rename(folder + "/" + path, folder + "/" + other) == 0 else { throw POSIXError(.EIO) }
        }

        func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: folder + "/" + path) }

        func makeFolder(_ path: String) throws {
            try FileManager.default.createDirectory(atPath: folder + "/" + path, withIntermediateDirectories: true)
        }
    }

    @Test("changes beside the watched folder don't postpone the report")
    func changesBeside() async throws {
        let scene = try Scene()
        try scene.makeFolder("units")
        let watch = try scene.watch("units", delay: .seconds(1))
        let start = ContinuousClock.now
        try scene.write("units/a")
        // The watch notices these too, as it watches the folder above for the name of its own. They would postpone the
        // report to ten times the delay.
        while scene.reports == 0, ContinuousClock.now - start < .seconds(9) { try scene.write("other") }
        #expect(scene.reports == 1)
        #expect(ContinuousClock.now - start < .seconds(6))
        withExtendedLifetime(watch) {}
    }

    @Test("files written, renamed and removed are reported, at any depth and in new folders")
    func changes() async throws {
        let scene = try Scene()
        try scene.makeFolder("a/b")
        let watch = try scene.watch()
        #expect(try await scene.reports { try scene.write("a/b/file") })
        #expect(try await scene.reports { try scene.write("a/b/file", "other") })
        #expect(try await scene.reports { try scene.move("a/b/file", to: "a/moved") })
        #expect(try await scene.reports { try scene.remove("a/moved") })
        #expect(try await scene.reports { try scene.makeFolder("new/deep/er") })
        #expect(try await scene.reports { try scene.write("new/deep/er/file") })
        #expect(try await scene.reports { _ = chmod(scene.folder + "/new/deep/er/file", 0o400) })
        #expect(try await scene.reports { try scene.remove("new") })
        withExtendedLifetime(watch) {}
    }

    @Test("a folder that is replaced by another, or removed and made again, is still watched")
    func replacement() async throws {
        let scene = try Scene()
        try scene.makeFolder("unit/inner")
        try scene.makeFolder("next/inner")
        let watch = try scene.watch("unit")
        #expect(
            try await scene.reports {
                try scene.move("unit", to: "old")
                try scene.move("next", to: "unit")
            })
        #expect(try await scene.reports { try scene.write("unit/inner/file") })
        #expect(try await scene.reports { try scene.remove("unit") })
        #expect(try await scene.reports { try scene.makeFolder("unit/inner") })
        #expect(try await scene.reports { try scene.write("unit/inner/file") })
        withExtendedLifetime(watch) {}
    }

    @Test("a folder that doesn't exist yet is noticed; its neighbours are not")
    func absent() async throws {
        let scene = try Scene()
        let watch = try scene.watch("not/yet/there")
        try scene.write("neighbour")
        try scene.makeFolder("elsewhere")
        try await Task.sleep(for: .milliseconds(150))
        #expect(scene.reports == 0)
        #expect(try await scene.reports { try scene.makeFolder("not/yet/there") })
        #expect(try await scene.reports { try scene.write("not/yet/there/file") })
        withExtendedLifetime(watch) {}
    }

    @Test("changes in quick succession are one report; a steady stream is reported all the same")
    func debouncing() async throws {
        let scene = try Scene()
        let watch = try scene.watch(delay: .milliseconds(200))
        #expect(try await scene.reports { for number in 0..<200 { try scene.write("file\(number)") } })
        try await Task.sleep(for: .milliseconds(400))
        let quick = scene.reports
        // A busy machine may split the changes into a few reports.
        #expect((1...3).contains(quick))
        let end = ContinuousClock.now + .seconds(4)
        while ContinuousClock.now < end, scene.reports == quick {
            try scene.write("stream")
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(scene.reports > quick)
        withExtendedLifetime(watch) {}
    }

    @Test("a folder that is nested too deeply is reported once, with its path and the limit")
    func unwatched() async throws {
        let scene = try Scene()
        let deep = (0..<13).map { "\($0)" }.joined(separator: "/")
        try scene.makeFolder(deep)
        let watch = try FolderWatch(
            roots: { [scene.folder] }, unwatched: { error in scene.unwatched.withLock { $0.append(error) } },
            report: { scene.count.withLock { $0 += 1 } })
        let expected = FolderWatchError.tooDeep(path: scene.folder + "/" + deep, limit: 12)
        #expect(scene.unwatched.withLock { $0 } == [expected])
        #expect(expected.description.contains("more than 12 folders below"))
        #expect(try await scene.reports { try scene.write("file") })
        #expect(scene.unwatched.withLock { $0 } == [expected])
        withExtendedLifetime(watch) {}
    }

    @Test("a released watch ends its thread and gives its descriptors back")
    func ending() async throws {
        let scene = try Scene()
        func descriptors() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                return target?.contains("inotify") == true
            }.count
        }
        var (before, most, watches) = (0, 0, [FolderWatch]())
        // Watches of other tests come and go meanwhile. If some of them ended here, the count is taken again.
        for _ in 0..<20 where most < before + 40 || watches.isEmpty {
            watches.removeAll()
            try await Task.sleep(for: .milliseconds(100))
            before = try descriptors()
            watches = try (0..<40).map { _ in try scene.watch() }
            most = try descriptors()
        }
        #expect(most >= before + 40)
        watches.removeAll()
        for _ in 0..<300 where try descriptors() > before + 10 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try descriptors() <= before + 10)
        let reports = scene.reports
        try scene.write("file")
        try await Task.sleep(for: .milliseconds(200))
        #expect(scene.reports == reports)
    }
}
