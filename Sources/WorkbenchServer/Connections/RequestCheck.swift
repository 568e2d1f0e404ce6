import Foundation
import NIOHTTP1
import Workbench

/// Decides whether a request comes from the page of this server.
///
/// Other programs and users of this machine don't know the token. Pages of other sites, also those whose name leads to
/// this machine, have another `Origin` or `Host`.
struct RequestCheck: Sendable {
    /// A request that isn't answered.
    struct Refused: Error {
        let reason: RefusalCounts.Reason
        let status: HTTPResponseStatus
    }

    /// What a path leads to.
    enum Target: Equatable {
        /// A file of the page, by its path behind the token, such as `page.css`; empty for the page itself.
        case file(String)
        /// The page of an image unit, by its path behind the other token.
        case interface(String)
    }

    /// The part of paths that other programs don't know.
    let token: String
    /// The part of the paths of image units' pages, which gives access to nothing else.
    let interfaceToken: String
    /// The values of `Host`, such as `127.0.0.1:8080`.
    let hosts: Set<String>

    /// Creates a check for a port of this machine.
    init(token: String, interfaceToken: String, port: Int) {
        (self.token, self.interfaceToken) = (token, interfaceToken)
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    }

    /// Returns what a request asks for.
    ///
    /// - Throws: `Refused`.
    func target(_ head: HTTPRequestHead) throws(Refused) -> Target {
        let host = head.headers["host"]
        guard host.count == 1, let name = host.first?.lowercased(), hosts.contains(name) else {
            throw Refused(reason: .host, status: .misdirectedRequest)
        }
        let origin = head.headers["origin"]
        guard origin.isEmpty || origin == ["http://" + name] else {
            throw Refused(reason: .origin, status: .forbidden)
        }
        guard head.method == .GET || head.method == .HEAD else {
            throw Refused(reason: .method, status: .methodNotAllowed)
        }
        guard !head.headers.contains(name: "transfer-encoding"),
            head.headers[canonicalForm: "content-length"].allSatisfy({ $0 == "0" })
        else { throw Refused(reason: .malformedRequest, status: .badRequest) }
        let path = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
        if let rest = Self.rest(of: path ?? "", behind: token) { return .file(rest) }
        if let rest = Self.rest(of: path ?? "", behind: interfaceToken) { return .interface(rest) }
        throw Refused(reason: .token, status: .notFound)
    }

    private static func rest(of path: String, behind token: String) -> String? {
        let prefix = "/" + token + "/"
        return equal(String(path.prefix(prefix.count)), prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    /// Whether a request asks for the socket. Only pages of this server may, and browsers always send their origin.
    func allowsSocket(_ head: HTTPRequestHead) -> Bool {
        guard let target = try? target(head), target == .file(Self.socket) else { return false }
        let upgrades = head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
        return upgrades && head.headers.contains(name: "origin")
    }

    /// The path of the socket behind the token.
    static let socket = "socket"

    /// Compares texts in a time that doesn't depend on the place of the first difference.
    private static func equal(_ one: String, _ other: String) -> Bool {
        let (left, right) = (Array(one.utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
