/// The parts of the service, by the beginning of the path.
package enum Route: String, CaseIterable, Sendable {
    /// A picture and a recipe of the client.
    case render
    /// A recipe of the configuration and a picture of a source.
    case recipe = "r"
    /// Parameters in the address, and a picture of a source.
    case image = "i"
    case health, metrics
    /// Everything else.
    case unknown

    init(_ path: [String]) {
        let known: [Route] = [.render, .health, .metrics]
        switch path.first {
        case "r" where path.count > 1: self = .recipe
        case "i" where path.count > 1: self = .image
        case let name?: self = known.first { $0.rawValue == name && path.count == 1 } ?? .unknown
        case nil: self = .unknown
        }
    }

    /// The methods that the route takes.
    var methods: [String] { self == .render ? ["POST"] : ["GET", "HEAD"] }
}
