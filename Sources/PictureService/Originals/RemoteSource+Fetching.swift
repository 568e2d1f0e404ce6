import Foundation

extension RemoteSource {
    /// Returns the bytes of a picture.
    ///
    /// - Parameter addresses: Finds the addresses of a host.
    /// - Throws: `Problem`.
    package func picture(
        at path: SourcePath, through exchange: any RemoteExchange,
        addresses: @escaping @Sendable (String) throws(Problem) -> [InternetAddress] = InternetAddress.addresses
    ) async throws(Problem) -> Data {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var address = address(of: path)
        for _ in 0...redirects {
            let host = address.host
            // The connection is made to the very address that was checked, whatever the name means afterwards.
            let found = try await BlockingWork.run { () throws(Problem) in try addresses(host) }
            guard let permitted = found.first(where: permits) else {
                throw Problem(
                    .forbidden, "The host of the picture has a loopback or private address.",
                    remedy: "The operator can allow it with \"private\" of the source.")
            }
            let response = try await exchange.response(to: address, at: permitted, of: self, deadline: deadline)
            switch response.status {
            case 200: return response.body
            case 301, 302, 303, 307, 308:
                address = try redirected(from: address, to: response.location ?? "")
            case 404, 410:
                throw Problem(.missing, "The host of the picture has none of this name.", remedy: "Correct the path.")
            default:
                throw Problem(
                    .source, "The host of the picture answered with the status \(response.status).",
                    remedy: "Try again, or report it to the operator.")
            }
        }
        throw Problem(
            .source, "The host of the picture redirects more than \(redirects) times.",
            remedy: "Report it to the operator.")
    }
}
