import Foundation
import UntrustedInput

/// What a host tells a worker that is to read bundles, before the first of them.
struct ReadingOrder: Codable, Equatable {
    /// The interface that the host was built with.
    var interface: String
    /// Languages for the names to show, best first.
    var languages: [String]
    /// The name of a bundle whose reading is to crash, in tests.
    var fault: String?

    /// Tells an order from the messages of a host that runs a unit.
    private static let mark = Array("coreimage reads units\n".utf8)

    init(interface: String, languages: [String], fault: String?) {
        (self.interface, self.languages, self.fault) = (interface, languages, fault)
    }

    /// The order in a message; nil where it is another.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.mark),
            let order = try? CheckedJSON.decode(ReadingOrder.self, from: Data(bytes.dropFirst(Self.mark.count)))
        else { return nil }
        self = order
    }

    /// The message.
    func bytes() throws -> [UInt8] { Self.mark + [UInt8](try JSONEncoder().encode(self)) }
}
