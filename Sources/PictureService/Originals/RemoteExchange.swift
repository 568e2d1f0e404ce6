import Foundation

/// Sends requests to other hosts.
package protocol RemoteExchange: Sendable {
    /// Sends a GET request, and reads the response.
    ///
    /// - Parameters:
    ///   - host: The address of the host to connect to.
    ///   - source: The source whose limit and authorities hold. The body isn't read for other statuses than 200.
    ///   - deadline: The time at which the response must be complete.
    /// - Throws: `Problem`.
    func response(
        to address: RemoteAddress, at host: InternetAddress, of source: RemoteSource, deadline: ContinuousClock.Instant
    ) async throws(Problem) -> RemoteResponse
}

/// What another host answered.
package struct RemoteResponse: Sendable {
    package var status: Int
    /// The field `Location`.
    package var location: String?
    package var body: Data

    package init(status: Int, location: String? = nil, body: Data = Data()) {
        (self.status, self.location, self.body) = (status, location, body)
    }
}
