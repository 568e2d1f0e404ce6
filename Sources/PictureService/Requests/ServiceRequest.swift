import Foundation

/// A request, without what belongs to a version of HTTP.
package struct ServiceRequest: Sendable {
    /// The reason why a body can't be read.
    package enum BodyFailure: Error, Sendable {
        /// It is longer than allowed.
        case tooLong
        /// It didn't arrive in time.
        case late
        /// The client has gone.
        case broken
    }

    /// Reads the body, up to a number of bytes.
    package typealias Body = @Sendable (_ limit: Int) async throws -> Data

    package let method: String
    /// The path and the query, as they were sent.
    package let target: String
    /// The fields of the header, by names in lower case.
    package let fields: [String: [String]]
    /// The address of the client or of the proxy in front of the service; nil if it isn't known.
    package let client: String?
    /// Reads the body. Throws `BodyFailure`.
    package let body: Body
    /// Whether the client still waits for the response.
    package let isWanted: @Sendable () -> Bool

    package init(
        method: String, target: String, fields: [String: [String]] = [:], client: String? = nil,
        isWanted: @escaping @Sendable () -> Bool = { true }, body: @escaping Body = { _ in Data() }
    ) {
        (self.method, self.target, self.fields, self.client) = (method, target, fields, client)
        (self.isWanted, self.body) = (isWanted, body)
    }

    /// The values of a field; none if it isn't there.
    package func values(_ name: String) -> [String] { fields[name] ?? [] }

    /// The value of a field that is there once.
    package func value(_ name: String) -> String? {
        let values = values(name)
        return values.count == 1 ? values[0] : nil
    }
}
