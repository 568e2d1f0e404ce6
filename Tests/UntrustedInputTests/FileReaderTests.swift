import Glibc
import Testing
import UntrustedInput

@Suite struct FileReaderTests {
    /// A read of /proc/self/maps returns less than a page, so one read alone would miss the last line.
    @Test func readsListOfMappingsToItsEnd() throws {
        // Every other page has other rights, so that the mappings can't be joined to one.
        let (count, page) = (400, Int(getpagesize()))
        let memory = try #require(mmap(nil, count * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        try #require(memory != MAP_FAILED)
        defer { munmap(memory, count * page) }
        for index in stride(from: 0, to: count, by: 2) { mprotect(memory + index * page, page, PROT_NONE) }
        let text = try FileReader.text(at: "/proc/self/maps")
        #expect(text.utf8.count > 16_384)
        // The stack is near the end of the list.
        #expect(text.contains("[stack]"))
        #expect(text.hasSuffix("\n"))
        #expect(text.split(separator: "\n").count > count)
    }

    @Test func namesWhatCannotBeRead() {
        let missing = #expect(throws: FileReader.Failure.self) { try FileReader.bytes(at: "/no/such/file") }
        #expect(missing?.code == ENOENT)
        #expect(missing?.description.hasPrefix("/no/such/file can't be read: ") == true)
        let folder = #expect(throws: FileReader.Failure.self) { try FileReader.bytes(at: "/") }
        #expect(folder?.code == EISDIR)
    }

    @Test func stopsAtTheLimit() {
        let failure = #expect(throws: FileReader.Failure.self) { try FileReader.bytes(at: "/dev/zero", limit: 100_000) }
        #expect(failure?.code == EFBIG)
    }
}
