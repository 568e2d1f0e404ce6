import TestSupport
import Testing

@testable import JIT

/// Tests that loading damaged object files gives code or an error. They may come from a damaged cache.
@Suite(.needsCodeGeneration) struct HostileObjectTests {
    private static let object = Result {
        try LLVMCompiler(library: try LLVMLibrary.shared.get()).object(from: GeneratedText.addition())
    }

    /// A file for 64-bit ARM, which is linked but not loaded into this process.
    private static let objectForARM64 = Result {
        try LLVMCompiler(library: try LLVMLibrary.shared.get(), processor: .arm64)
            .object(from: GeneratedText.addition(attributes: TargetProcessor.arm64.functionAttributes))
    }

    private func links(_ bytes: [UInt8]) -> Bool {
        do throws(ObjectFileError) {
            let code = try LinkableCode(object: bytes, architecture: .arm64, pageSize: 4096)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: code.layout.size, alignment: 4096)
            defer { memory.deallocate() }
            try code.link(into: memory, at: 1 << 40) { _ in 1 << 20 }
            return true
        } catch {
            return error.description.isEmpty
        }
    }

    /// Whether the bytes can be loaded. An error without a description counts as loaded, so that tests notice it.
    private func loads(_ bytes: [UInt8]) -> Bool {
        do throws(ObjectFileError) {
            _ = try MachineCode(object: bytes)
            return true
        } catch {
            return error.description.isEmpty
        }
    }

    @Test func everyTruncationIsAnError() throws {
        let object = try Self.object.get()
        #expect(loads(object))
        // The table of sections stands at the end, so that no shorter file is whole.
        for count in 0..<object.count { #expect(!loads(Array(object[..<count]))) }
    }

    /// Every seventh byte, so that each place in a record of 4, 8 or 24 bytes is among them; `HostileObjectLongTests`
    /// has all.
    @Test func everyByteMayBeWrong() throws { try expectSafe(everyByte: 7) }

    @Test func manyBytesMayBeWrong() throws { try expectSafe(damages: 500) }

    /// Loads the objects with one wrong byte, in turn each `step`-th one.
    func expectSafe(everyByte step: Int) throws {
        try expectSafe(Self.object.get(), everyByte: step, isRead: loads)
        try expectSafe(Self.objectForARM64.get(), everyByte: step, isRead: links)
    }

    private func expectSafe(_ object: [UInt8], everyByte step: Int, isRead: ([UInt8]) -> Bool) throws {
        #expect(isRead(object))
        var refused = 0
        for index in stride(from: 0, to: object.count, by: step) {
            for value in [0, 0xff, object[index] ^ 1, object[index] ^ 0x80] as [UInt8] {
                var bytes = object
                bytes[index] = value
                if !isRead(bytes) { refused += 1 }
            }
        }
        #expect(refused > 100 / step)
    }

    /// Loads the object with several wrong bytes.
    func expectSafe(damages: Int) throws {
        let object = try Self.object.get()
        let seed: UInt64 = 0x5eed_0b1e
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<damages {
            var bytes = object
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                // Half of the changes go to the tables at the end, where the structure is.
                let start = Bool.random(using: &random) ? 0 : bytes.count * 2 / 3
                let index = Int.random(in: start..<bytes.count, using: &random)
                bytes[index] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : bytes[index] &+ 1
            }
            if !loads(bytes) { refused += 1 }
        }
        #expect(refused > damages / 6, "seed \(seed)")
    }

    @Test func noiseIsRefused() {
        var random = SeededGenerator(seed: 77)
        for length in [0, 1, 63, 64, 65, 1000] {
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(!loads(bytes))
            for (index, byte) in ([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] as [UInt8]).enumerated() where index < length {
                bytes[index] = byte
            }
            #expect(!loads(bytes))
        }
    }

    @Test func otherKindsOfFilesAreRefused() throws {
        var object = try Self.object.get()
        object[16] = 3  // a shared library
        #expect(throws: ObjectFileError.wrongKind) { try MachineCode(object: object) }
        object[16] = 1
        object[18] = 243  // for RISC-V
        #expect(throws: ObjectFileError.wrongKind) { try MachineCode(object: object) }
    }
}

/// All bytes, and more damaged objects than in `HostileObjectTests`.
@Suite(.needsCodeGeneration) struct HostileObjectLongTests {
    @Test func everyByteMayBeWrong() throws { try HostileObjectTests().expectSafe(everyByte: 1) }

    @Test func manyBytesMayBeWrong() throws { try HostileObjectTests().expectSafe(damages: 3000) }
}
