import Foundation
import Synchronization
import Testing

@testable import ImageUnits

/// Tests of the records about bundles whose reading ended a process. An object that is released while it has marks
/// leaves them behind, as a crashed process does.
@Suite("Reading marks")
struct ReadingCrashLogTests {
    private let folder =
        FileManager.default.temporaryDirectory.appendingPathComponent("marks-\(UUID().uuidString)").path

    private func mark(_ name: String) -> String { ReadingCrashLog.mark(root: "/units/\(name).plugin", snapshot: "1") }

    private func files() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    /// Simulates a process that crashes while it reads these bundles.
    private func crash(reading names: String...) {
        let marks = ReadingCrashLog(path: folder)
        for name in names { #expect(marks.begin(mark(name)) == .read) }
    }

    @Test("a crash makes suspects of what was read at the time; a second one, alone, has the bundle refused")
    func conviction() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        crash(reading: "Good", "Bad")
        let second = ReadingCrashLog(path: folder)
        #expect(second.begin(mark("Good")) == .read)
        second.end(mark("Good"))
        #expect(files() == ["suspect-" + mark("Bad")])
        crash(reading: "Bad")
        let third = ReadingCrashLog(path: folder)
        #expect(third.begin(mark("Good")) == .read)
        #expect(third.begin(mark("Bad")) == .refused)
        #expect(third.begin(ReadingCrashLog.mark(root: "/units/Bad.plugin", snapshot: "2")) == .read, "it changed")
        #expect(third.release(mark("Bad")))
        #expect(!third.release(mark("Bad")))
        #expect(third.begin(mark("Bad")) == .read)
    }

    @Test("what is read without a crash leaves nothing")
    func success() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let marks = ReadingCrashLog(path: folder)
        for name in ["A", "B"] { #expect(marks.begin(mark(name)) == .read) }
        #expect(files().count == 1)
        // Another process must see that the first one is still running.
        let other = ReadingCrashLog(path: folder)
        #expect(other.begin(mark("C")) == .read)
        #expect(files().count == 2 && files().allSatisfy { $0.hasPrefix("reading-") })
        other.end(mark("C"))
        for name in ["A", "B"] { marks.end(mark(name)) }
        #expect(files().isEmpty)
    }

    @Test("a suspect is read when nothing else is")
    func alone() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        crash(reading: "Bad")
        let marks = ReadingCrashLog(path: folder)
        #expect(marks.begin(mark("A")) == .read)
        let order = Mutex<[String]>([])
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            _ = marks.begin(mark("Bad"))
            order.withLock { $0.append("Bad begins") }
            marks.end(mark("Bad"))
        }
        order.withLock { $0.append("A ends") }
        marks.end(mark("A"))
        group.wait()
        #expect(order.withLock { $0 } == ["A ends", "Bad begins"])
    }

    @Test("where nothing can be written, everything is read", arguments: ["/proc/nowhere", "/dev/null/x"])
    func unwritable(path: String) {
        let marks = ReadingCrashLog(path: path)
        #expect(marks.begin(mark("A")) == .read)
        marks.end(mark("A"))
        #expect(!marks.release(mark("A")))
    }

    @Test("a damaged list of suspects refuses no unit")
    func damage() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let text = "alone ../../x\nalone \(mark("A"))0\n\0\u{1B}\nalone\ntogether \(mark("B"))\n"
        try text.write(toFile: folder + "/reading-1-1", atomically: false, encoding: .utf8)
        #expect(ReadingCrashLog(path: folder).begin(mark("A")) == .read)
        #expect(files().filter { !$0.hasPrefix("reading-") } == ["suspect-" + mark("B")])
    }

    // MARK: In the scanner

    private struct CrashingReader: BundleReader {
        let failure: BundleReadingFailure
        final class Session: BundleReadingSession {
            let failure: BundleReadingFailure
            init(_ failure: BundleReadingFailure) { self.failure = failure }
            func read(
                _ bundle: URL, root: String, languages: [String]
            ) throws(BundleReadingFailure) -> UnitScan {
                if bundle.lastPathComponent == "Bad.plugin" { throw failure }
                return UnitScan(reading: bundle, languages: languages)
            }
        }
        func session(reading roots: [String]) -> any BundleReadingSession { Session(failure) }
    }

    private func scanner(_ failure: BundleReadingFailure, _ cache: ScanCache? = nil) -> UnitScanner {
        UnitScanner(cache: cache, host: "test", languages: ["en"], reader: CrashingReader(failure: failure))
    }

    @Test("a unit whose reader crashes is refused with words, and its neighbours are read")
    func refusal() throws {
        let units = try ["Good", "Bad", "Fine"].map { try TestUnit($0, filters: TestUnit.filter($0)) }
        let scans = scanner(.failed(cause: "crashed", isLasting: true)).scan(units.map(\.bundle))
        #expect(scans.map { $0.unit?.filters.map(\.name) } == [["Good"], nil, ["Fine"]])
        let finding = try #require(scans[1].findings.first)
        #expect(finding.isError && scans[1].findings.count == 1)
        #expect(
            finding.text == """
                Bad.plugin: error: the process that read the unit crashed; remove the unit or have its author repair it; 'coreimage units \
                doctor --release FOLDER' has it read again
                """)
        #expect(scans[1].fingerprint != nil, "it is known what is refused")
    }

    @Test("a permanent failure is remembered until the unit changes or is released; a temporary one isn't")
    func keeping() throws {
        let cacheFolder = folder + "-cache"
        defer { try? FileManager.default.removeItem(atPath: cacheFolder) }
        let unit = try TestUnit("Bad", filters: TestUnit.filter("Bad"))
        let cache = ScanCache(path: cacheFolder)
        let sound = UnitScanner(cache: cache, host: "test", languages: ["en"])
        #expect(scanner(.failed(cause: "took too long", isLasting: false), cache).scan(unit.bundle).unit == nil)
        #expect(!sound.release(unit.bundle))
        #expect(scanner(.failed(cause: "crashed", isLasting: true), cache).scan(unit.bundle).unit == nil)
        #expect(sound.scan(unit.bundle).readerFailure != nil, "from the cache")
        #expect(sound.release(unit.bundle))
        #expect(sound.scan(unit.bundle).unit != nil)
        #expect(
            scanner(.failed(cause: "crashed", isLasting: true), cache).scan(unit.bundle).unit != nil, "not read again")
        try unit.write("Contents/Resources/new", "")
        #expect(scanner(.failed(cause: "crashed", isLasting: true), cache).scan(unit.bundle).unit == nil)
    }

    @Test("without a process to read in, the scanner reads here and marks what it reads")
    func fallback() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let unit = try TestUnit("Bad", filters: TestUnit.filter("Bad"))
        let path = folder
        let listed = Mutex<[String]>([])
        let marks = ReadingCrashLog(path: path)
        let scanner = UnitScanner(
            cache: nil, host: "test", languages: ["en"], settlingTime: 3, reader: CrashingReader(failure: .unavailable),
            marks: marks
        ) { bundle, languages in
            listed.withLock { $0 = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
            return UnitScan(reading: bundle, languages: languages)
        }
        #expect(scanner.scan(unit.bundle).unit != nil)
        #expect(listed.withLock { $0 }.count == 1)
        #expect(files().isEmpty)
    }

    @Test("a reply with paths outside the bundle is refused")
    func confinement() throws {
        let unit = try TestUnit("Sample", filters: TestUnit.filter())
        let root = try #require(UnitFolder(bundle: unit.bundle)).root
        let scan = UnitScan(reading: unit.bundle, languages: ["en"])
        #expect(scan.isConfined(to: unit.bundle, root: root))
        #expect(!scan.isConfined(to: URL(fileURLWithPath: "/other.plugin"), root: root))
        var moved = scan
        moved.unit?.executable = UnitExecutable(library: URL(fileURLWithPath: "/usr/lib/libc.so.6"))
        #expect(!moved.isConfined(to: unit.bundle, root: root))
        moved.unit?.executable = UnitExecutable(library: URL(fileURLWithPath: root + "/../../x"))
        #expect(!moved.isConfined(to: unit.bundle, root: root))
        var other = scan
        other.unit?.filters[0].bundle = URL(fileURLWithPath: "/other.plugin")
        #expect(!other.isConfined(to: unit.bundle, root: root))
    }
}
