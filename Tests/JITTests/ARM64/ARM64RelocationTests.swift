import Testing

@testable import JIT

/// The relocations of 64-bit ARM, against the formulas of "ELF for the Arm 64-bit Architecture".
///
/// The instructions are written bit by bit, as in the manual of the instruction set.
@Suite struct ARM64RelocationTests {
    private static let place: UInt64 = 0x12_3456_7654

    /// Applies a relocation to an instruction with all operand bits set, then to one with none, which must give the
    /// same operand.
    private func relocated(
        _ relocation: ARM64Relocation, _ instruction: UInt32, operand mask: UInt32, target: UInt64, addend: Int64 = 0,
        place: UInt64 = place
    ) throws -> UInt32 {
        var results: [UInt32] = []
        for start in [instruction & ~mask, instruction | mask] {
            var field = start
            try withUnsafeMutableBytes(of: &field) {
                try relocation.store(
                    target: target, addend: UInt64(bitPattern: addend), place: place, to: $0.baseAddress!)
            }
            results.append(field)
        }
        #expect(results[0] == results[1], "\(relocation.name) keeps old operand bits")
        return results[0]
    }

    private func expectOutOfReach(
        _ relocation: ARM64Relocation, target: UInt64, place: UInt64 = place,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: ObjectFileError.self, sourceLocation: sourceLocation) {
            try relocated(relocation, 0, operand: 0, target: target, place: place)
        }
        #expect(error?.description.contains(relocation.name) == true, sourceLocation: sourceLocation)
        #expect(error?.description.contains("out of reach") == true, sourceLocation: sourceLocation)
    }

    /// The numbers of table 5.7 and following of the specification.
    @Test func numbers() {
        let numbers: [UInt32: String] = [
            257: "ABS64", 258: "ABS32", 260: "PREL64", 261: "PREL32", 263: "MOVW_UABS_G0", 264: "MOVW_UABS_G0_NC",
            265: "MOVW_UABS_G1", 266: "MOVW_UABS_G1_NC", 267: "MOVW_UABS_G2", 268: "MOVW_UABS_G2_NC",
            269: "MOVW_UABS_G3", 273: "LD_PREL_LO19", 274: "ADR_PREL_LO21", 275: "ADR_PREL_PG_HI21",
            276: "ADR_PREL_PG_HI21_NC", 277: "ADD_ABS_LO12_NC", 278: "LDST8_ABS_LO12_NC", 279: "TSTBR14",
            280: "CONDBR19", 282: "JUMP26", 283: "CALL26", 284: "LDST16_ABS_LO12_NC", 285: "LDST32_ABS_LO12_NC",
            286: "LDST64_ABS_LO12_NC", 299: "LDST128_ABS_LO12_NC", 311: "ADR_GOT_PAGE", 312: "LD64_GOT_LO12_NC",
        ]
        #expect(ARM64Relocation.allCases.count == numbers.count)
        for (number, name) in numbers {
            #expect(Architecture.arm64.relocation(number)?.name == "R_AARCH64_\(name)")
            #expect(Architecture.x86_64.relocation(number) == nil)
        }
        #expect(Architecture.arm64.relocation(1) == nil)
    }

    @Test(arguments: [0, 4, -4, 0x7ff_fffc, -0x800_0000] as [Int64]) func calls(distance: Int64) throws {
        let target = Self.place &+ UInt64(bitPattern: distance)
        // bl: 100101, then the number of instructions in 26 bits.
        let operand = UInt32(truncatingIfNeeded: distance / 4) & 0x3ff_ffff
        #expect(
            try relocated(.call26, 0x9400_0000, operand: 0x3ff_ffff, target: target) == 0x9400_0000 | operand)
        #expect(try relocated(.jump26, 0x1400_0000, operand: 0x3ff_ffff, target: target) == 0x1400_0000 | operand)
        // The addend counts like a part of the address.
        #expect(
            try relocated(.call26, 0x9400_0000, operand: 0x3ff_ffff, target: target &- 64, addend: 64)
                == 0x9400_0000 | operand)
    }

    @Test(arguments: [0, 4, -4, 0xf_fffc, -0x10_0000] as [Int64]) func conditionalBranches(distance: Int64) throws {
        let target = Self.place &+ UInt64(bitPattern: distance)
        // b.ne: 01010100, 19 bits of distance, 0, condition 0001. ldr x3, label: 01011000, 19 bits, register.
        let operand = (UInt32(truncatingIfNeeded: distance / 4) & 0x7_ffff) << 5
        let mask: UInt32 = 0x7_ffff << 5
        #expect(try relocated(.branch19, 0x5400_0001, operand: mask, target: target) == 0x5400_0001 | operand)
        #expect(try relocated(.load19, 0x5800_0003, operand: mask, target: target) == 0x5800_0003 | operand)
    }

    @Test(arguments: [0, 4, -4, 0x7ffc, -0x8000] as [Int64]) func branchesOnBits(distance: Int64) throws {
        let target = Self.place &+ UInt64(bitPattern: distance)
        // tbnz w5, #3: 0 0110111, bit 00011, 14 bits of distance, register 00101.
        let instruction: UInt32 = 0x3718_0005
        let operand = (UInt32(truncatingIfNeeded: distance / 4) & 0x3fff) << 5
        #expect(
            try relocated(.branch14, instruction, operand: 0x3fff << 5, target: target) == instruction | operand)
    }

    /// An instruction `adr` or `adrp` of register x7: its lowest bits are apart from the others.
    private func address(_ number: Int64, page: Bool) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: number)
        return (page ? 0x9000_0007 : 0x1000_0007) | (bits & 3) << 29 | (bits >> 2 & 0x7_ffff) << 5
    }
    private static let addressMask: UInt32 = 3 << 29 | 0x7_ffff << 5

    @Test(arguments: [0, 1, -1, 0xf_ffff, -0x10_0000] as [Int64]) func pages(count: Int64) throws {
        // Any byte of the page has the same distance, measured from any byte of the place's page.
        for byte in [0, 1, 0xfff] as [UInt64] {
            let page = Self.place & ~0xfff &+ UInt64(bitPattern: count << 12)
            for relocation in [ARM64Relocation.page21, .page21Unchecked, .slotPage21] {
                #expect(
                    try relocated(relocation, 0x9000_0007, operand: Self.addressMask, target: page + byte)
                        == address(count, page: true), "\(relocation.name)")
            }
        }
    }

    @Test(arguments: [0, 1, -1, 5, 0xf_ffff, -0x10_0000] as [Int64]) func addresses(distance: Int64) throws {
        let target = Self.place &+ UInt64(bitPattern: distance)
        #expect(
            try relocated(.address21, 0x1000_0007, operand: Self.addressMask, target: target)
                == address(distance, page: false))
    }

    @Test func lowestBits() throws {
        let target: UInt64 = 0x9_8765_4ab0
        let mask: UInt32 = 0xfff << 10
        // add x1, x2, #0; ldrb w1, [x2]; ldrh; ldr w1; ldr x1; ldr q1.
        let instructions: [(ARM64Relocation, UInt32, UInt32)] = [
            (.add12, 0x9100_0041, 0xab0), (.access8, 0x3940_0041, 0xab0), (.access16, 0x7940_0041, 0xab0 / 2),
            (.access32, 0xb940_0041, 0xab0 / 4), (.access64, 0xf940_0041, 0xab0 / 8),
            (.access128, 0x3dc0_0041, 0xab0 / 16), (.slotAccess64, 0xf940_0041, 0xab0 / 8),
        ]
        for (relocation, instruction, operand) in instructions {
            #expect(
                try relocated(relocation, instruction, operand: mask, target: target) == instruction | operand << 10,
                "\(relocation.name)")
        }
        #expect(try relocated(.add12, 0x9100_0041, operand: mask, target: target + 5) == 0x9100_0041 | 0xab5 << 10)
    }

    @Test func moves() throws {
        let target: UInt64 = 0x1234_5678_9abc_def0
        // movk x4, #0, lsl 0, 16, 32, 48.
        for (part, relocation) in [ARM64Relocation.move0Unchecked, .move1Unchecked, .move2Unchecked, .move3]
            .enumerated()
        {
            let instruction: UInt32 = 0xf280_0004 | UInt32(part) << 21
            let operand = UInt32(target >> (16 * part) & 0xffff)
            #expect(
                try relocated(relocation, instruction, operand: 0xffff << 5, target: target)
                    == instruction | operand << 5, "\(relocation.name)")
        }
        for (relocation, bits) in [(ARM64Relocation.move0, 16), (.move1, 32), (.move2, 48)] {
            let largest = UInt64(1) << bits - 1
            #expect(try relocated(relocation, 0xf280_0004, operand: 0xffff << 5, target: largest) == 0xf29f_ffe4)
            expectOutOfReach(relocation, target: largest + 1)
        }
    }

    @Test func data() throws {
        func stored<Number: FixedWidthInteger>(
            _ relocation: ARM64Relocation, _ type: Number.Type, _ target: UInt64, _ addend: Int64 = 0
        ) throws -> Number {
            var field: Number = 0x55
            #expect(relocation.width == MemoryLayout<Number>.size)
            try withUnsafeMutableBytes(of: &field) {
                try relocation.store(
                    target: target, addend: UInt64(bitPattern: addend), place: Self.place, to: $0.baseAddress!)
            }
            return field
        }
        #expect(try stored(.absolute64, UInt64.self, 0xfedc_ba98_7654_3210, 1) == 0xfedc_ba98_7654_3211)
        #expect(try stored(.relative64, Int64.self, Self.place - 9, 4) == -5)
        #expect(try stored(.absolute32, UInt32.self, 0xffff_ffff) == 0xffff_ffff)
        #expect(try stored(.absolute32, Int32.self, UInt64(bitPattern: -0x8000_0000)) == .min)
        #expect(try stored(.relative32, Int32.self, Self.place - 0x8000_0000) == .min)
        #expect(try stored(.relative32, UInt32.self, Self.place + 0xffff_ffff) == .max)
        expectOutOfReach(.absolute32, target: 1 << 32)
        expectOutOfReach(.absolute32, target: UInt64(bitPattern: -0x8000_0001))
        expectOutOfReach(.relative32, target: Self.place + 1 << 32)
        expectOutOfReach(.relative32, target: Self.place - 0x8000_0001)
    }

    /// One step beyond the limits in both directions.
    @Test func limits() {
        let limits: [(ARM64Relocation, UInt64, UInt64)] = [
            (.call26, 1 << 27, 4), (.jump26, 1 << 27, 4), (.branch19, 1 << 20, 4), (.load19, 1 << 20, 4),
            (.branch14, 1 << 15, 4), (.address21, 1 << 20, 1), (.page21, 1 << 32, 0x1000),
            (.slotPage21, 1 << 32, 0x1000),
        ]
        for (relocation, limit, step) in limits {
            expectOutOfReach(relocation, target: Self.place + limit)
            expectOutOfReach(relocation, target: Self.place - limit - step)
        }
    }

    @Test func misalignedTargets() {
        for relocation in [ARM64Relocation.call26, .jump26, .branch19, .branch14, .load19] {
            #expect(throws: ObjectFileError.malformed(what: "\(relocation.name) of a misaligned address")) {
                try relocated(relocation, 0, operand: 0, target: Self.place + 2)
            }
        }
        for (relocation, size) in [(ARM64Relocation.access16, 2), (.access32, 4), (.access64, 8), (.access128, 16)] {
            #expect(throws: ObjectFileError.malformed(what: "\(relocation.name) of a misaligned address")) {
                try relocated(relocation, 0, operand: 0, target: 0x1000 + UInt64(size / 2))
            }
        }
    }

    /// The address in a slot is the symbol's, so an addend would be lost.
    @Test func addendsOfSlots() {
        for relocation in [ARM64Relocation.slotPage21, .slotAccess64] {
            #expect(throws: ObjectFileError.unsupported(what: "\(relocation.name) with an addend")) {
                try relocated(relocation, 0, operand: 0, target: Self.place, addend: 8)
            }
        }
    }

    /// `ldr x16, 8; br x16`, then the address.
    @Test func stubs() {
        let stub = Architecture.arm64.stub(to: 0x1122_3344_5566_7788)
        #expect(stub.count == CodeLayout.stubSize)
        let words = (0..<2).map { word in (0..<4).reduce(UInt32(0)) { $0 | UInt32(stub[4 * word + $1]) << (8 * $1) } }
        // A load of 64 bits from two instructions further on: 01011000, 2 in 19 bits, register 16.
        #expect(words[0] == 0x5800_0000 | 2 << 5 | 16)
        // br: 1101011000011111000000, register 16, 00000.
        #expect(words[1] == 0xd61f_0000 | 16 << 5)
        #expect(stub[8...] == [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11])
    }
}
