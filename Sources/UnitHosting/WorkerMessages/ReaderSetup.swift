import CoreImageEssentials
import Foundation
import UntrustedInput

/// The first message to a worker that reads bundles.
struct ReaderSetup: Codable, Equatable {
    /// The hash of the interface that the host was built with.
    var interface: String
    /// The languages for display names, in order of preference.
    var languages: [String]
    /// For tests: the name of a bundle on which the reader crashes.
    var fault: String?

    /// The prefix that distinguishes this message from those of a host that runs a unit.
    private static let magic = Array("coreimage reads units\n".utf8)

    init(interface: String, languages: [String], fault: String?) {
        (self.interface, self.languages, self.fault) = (interface, languages, fault)
    }

    /// Decodes a message; nil if it is of another kind.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.magic),
            let setup = try? CheckedJSON.decode(ReaderSetup.self, from: Data(bytes.dropFirst(Self.magic.count)))
        else { return nil }
        self = setup
    }

    /// Returns the encoded message.
    func bytes() throws -> [UInt8] { Self.magic + [UInt8](try JSONEncoder().encode(self)) }
}
