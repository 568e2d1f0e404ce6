import Foundation

/// The system that a binary was built for, according to its first bytes.
enum ExecutableFormat: Hashable {
    /// A shared library for Linux on the named architecture.
    case elf(architecture: String)
    /// A binary of macOS.
    case machO
    /// A library of Windows.
    case portableExecutable
    /// Any other format.
    case unknown

    /// The number of bytes needed to recognise the format.
    static let headerSize = 20

    /// Recognises the format from the header of an executable file.
    init(header: Data) {
        let bytes = [UInt8](header.prefix(Self.headerSize))
        switch bytes.prefix(4) {
        case [0x7F, 0x45, 0x4C, 0x46] where bytes.count >= 20:
            let isLittle = bytes[5] == 1
            let machine = isLittle ? Int(bytes[18]) | Int(bytes[19]) << 8 : Int(bytes[19]) | Int(bytes[18]) << 8
            let name = [
                3: "i386", 40: "arm", 62: "x86_64", 183: "arm64", 243: "riscv64", 21: "powerpc64", 22: "s390x",
            ][machine]
            self = .elf(architecture: name ?? "machine \(machine)")
        case [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF], [0xFE, 0xED, 0xFA, 0xCE],
            [0xCA, 0xFE, 0xBA, 0xBE]:
            self = .machO
        case _ where bytes.prefix(2) == [0x4D, 0x5A]:
            self = .portableExecutable
        default:
            self = .unknown
        }
    }

    /// The name of the system, for messages.
    var systemName: String {
        switch self {
        case .elf(let architecture): "Linux on \(architecture)"
        case .machO: "macOS"
        case .portableExecutable: "Windows"
        case .unknown: "no known system"
        }
    }
}
