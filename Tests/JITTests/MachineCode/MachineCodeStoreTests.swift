import CacheFiles
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import JIT

@Suite(.needsCodeGeneration) struct MachineCodeStoreTests {
    private func status(_ code: MachineCode) throws -> Int32 {
        let function = try code.function(named: "kernel")
        var values = [Float](repeating: 0, count: 16)
        defer { withExtendedLifetime(code) {} }
        return values.withUnsafeMutableBytes { function($0.baseAddress!) }
    }

    @Test func codeIsGeneratedOnce() throws {
        let store = MachineCodeStore()
        let count = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            _ = try? store.code(for: "addition") {
                count.withLock { $0 += 1 }
                return GeneratedText.addition()
            }
        }
        #expect(count.withLock { $0 } == 1)
        let code = try store.code(for: "addition") { throw CompilationError.switchedOff }
        #expect(try status(code) == 7)
    }

    @Test func aWarmStartNeedsNeitherLLVMNorText() throws {
        try withTemporaryFolder { folder in
            let first = MachineCodeStore(cache: DiskCache(path: folder))
            #expect(first.isAvailable)
            _ = try first.code(for: "addition") { GeneratedText.addition() }

            let second = MachineCodeStore(
                location: .named("/nowhere/libLLVM.so"), cache: DiskCache(path: folder))
            let code = try second.code(for: "addition") { throw CompilationError.failed("text is not needed") }
            #expect(try status(code) == 7)
            // Other code, or code for another processor, is not taken for it.
            #expect(throws: CompilationError.self) {
                try second.code(for: "subtraction") { GeneratedText.addition() }
            }
            let narrow = MachineCodeStore(
                processor: .level(2), location: .named("/nowhere/libLLVM.so"), cache: DiskCache(path: folder))
            #expect(throws: CompilationError.self) { try narrow.code(for: "addition") { GeneratedText.addition() } }
        }
    }

    @Test func cachedCodeIsThatInMemoryOrOnDisk() throws {
        try withTemporaryFolder { folder in
            let store = MachineCodeStore(cache: DiskCache(path: folder))
            #expect(store.cachedCode(for: "addition", label: "a") == nil)
            // Baseline code isn't kept.
            #expect(try status(store.baselineCode(label: "a") { GeneratedText.addition() }) == 7)
            #expect(store.cachedCode(for: "addition", label: "a") == nil)
            let made = try store.code(for: "addition") { GeneratedText.addition() }
            #expect(store.cachedCode(for: "addition", label: "a") === made)

            let other = MachineCodeStore(
                location: .named("/nowhere/libLLVM.so"), cache: DiskCache(path: folder))
            let found = try #require(other.cachedCode(for: "addition", label: "a"))
            #expect(try status(found) == 7)
            let again = try other.code(for: "addition") { throw CompilationError.failed("text is not needed") }
            #expect(again === found)
            let switchedOff = MachineCodeStore(location: .none, cache: DiskCache(path: folder))
            #expect(switchedOff.cachedCode(for: "addition", label: "a") == nil)
        }
    }

    @Test func damagedFilesAreReplaced() throws {
        try withTemporaryFolder { folder in
            _ = try MachineCodeStore(cache: DiskCache(path: folder)).code(for: "a") { GeneratedText.addition() }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            for name in names {
                try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            let store = MachineCodeStore(cache: DiskCache(path: folder))
            #expect(try status(store.code(for: "a") { GeneratedText.addition() }) == 7)
            let again = MachineCodeStore(cache: DiskCache(path: folder))
            #expect(try status(again.code(for: "a") { throw CompilationError.switchedOff }) == 7)
        }
    }

    @Test func aMissingLibraryIsReportedOnce() throws {
        try withTemporaryFolder { folder in
            let log = ReportLog()
            let store = MachineCodeStore(
                location: .named("/nowhere/libLLVM.so"), cache: DiskCache(path: folder), report: log.add)
            #expect(!store.isAvailable)
            #expect(!store.isAvailable)
            #expect(throws: CompilationError.self) { try store.code(for: "a") { GeneratedText.addition() } }
            #expect(log.count == 1)
            #expect(log.lines.first?.contains("libllvm19") == true)
        }
    }

    @Test func aNoteThatLLVMIsThereIsBelievedUntilItProvesWrong() throws {
        try withTemporaryFolder { folder in
            func store(_ log: ReportLog = ReportLog()) -> MachineCodeStore {
                MachineCodeStore(
                    location: .named("/nowhere/libLLVM.so"), cache: DiskCache(path: folder), report: log.add)
            }
            #expect(!store().isAvailable)
            // A cached note that says that LLVM is available, as from an earlier run with the library.
            DiskCache(path: folder).store([1], for: store().noteKey)
            let log = ReportLog()
            let deceived = store(log)
            #expect(deceived.isAvailable)
            #expect(throws: CompilationError.self) { try deceived.code(for: "a") { GeneratedText.addition() } }
            #expect(!deceived.isAvailable)
            #expect(log.count == 1)
            #expect(!store().isAvailable)
        }
    }

    @Test func aNoteIsLeftWhereLLVMWasOpened() throws {
        try withTemporaryFolder { folder in
            let store = MachineCodeStore(cache: DiskCache(path: folder))
            #expect(store.isAvailable)
            #expect(DiskCache(path: folder).object(for: store.noteKey) != nil)
        }
    }

    @Test func switchedOffMeansNoCodeAtAll() throws {
        try withTemporaryFolder { folder in
            _ = try MachineCodeStore(cache: DiskCache(path: folder)).code(for: "a") { GeneratedText.addition() }
            let store = MachineCodeStore(location: .none, cache: DiskCache(path: folder))
            #expect(!store.isAvailable)
            #expect(throws: CompilationError.switchedOff) { try store.code(for: "a") { GeneratedText.addition() } }
        }
    }
}
