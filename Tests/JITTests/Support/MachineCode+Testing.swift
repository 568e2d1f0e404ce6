import Testing

@testable import JIT

/// Checks of the modules of `GeneratedText` after they have been loaded, for any architecture.
extension MachineCode {
    func expectAddition(of addend: Float) throws {
        let function = try function(named: "kernel")
        var values = (0..<16).map(Float.init)
        let status = values.withUnsafeMutableBytes { function($0.baseAddress!) }
        #expect(status == 7)
        let table = [addend, 2, 3, 4]
        #expect(values == (0..<16).map { Float($0) + table[$0 % 4] })
        withExtendedLifetime(self) {}
    }

    func expectLargeCopies() throws {
        let function = try function(named: "kernel")
        var bytes = (0..<10000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        _ = bytes.withUnsafeMutableBytes { function($0.baseAddress!) }
        for index in 0..<5000 {
            let original = UInt8(truncatingIfNeeded: index * 7)
            #expect(bytes[5000 + index] == original)
            #expect(bytes[index] == (index < 4000 ? 9 : original))
        }
        withExtendedLifetime(self) {}
    }

    /// - Parameter memcpy: The address of the function where the code runs.
    func expectTables(memcpy: UInt64?) throws {
        let function = try function(named: "kernel")
        for which in 0..<14 {
            var frame: (Int64, UInt64) = (Int64(which), 1)
            let result = withUnsafeMutableBytes(of: &frame) { function($0.baseAddress!) }
            #expect(result == 100 + Int32(which % 2))
            #expect(Int32(truncatingIfNeeded: frame.0) == (which < 12 ? Int32(which * which + 3) : -1))
            #expect(frame.1 == (which < 12 ? 0 : memcpy))
        }
        withExtendedLifetime(self) {}
    }
}
