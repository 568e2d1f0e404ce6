import Foundation

/// A response, without what belongs to a version of HTTP.
package struct ServiceResponse: Sendable {
    package var status: Int
    /// The fields of the header, except the length of the body.
    package var fields: [(name: String, value: String)]
    package var body: Data
    /// Whether the connection can't be used for another request.
    package var endsConnection = false

    package init(status: Int, fields: [(name: String, value: String)] = [], body: Data = Data()) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// Creates the response for a problem.
    ///
    /// - Parameter retryAfter: The seconds after which a client may try again, for problems that pass.
    package init(_ problem: Problem, retryAfter: Int) {
        self.init(
            status: problem.kind.status,
            fields: [("content-type", "application/problem+json"), ("cache-control", "no-store")], body: problem.json)
        if let allowed = problem.allowed { fields.append(("allow", allowed)) }
        if problem.kind.status == 503 { fields.append(("retry-after", "\(retryAfter)")) }
    }

    /// The value of a field.
    package subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
