import Foundation
import PictureService
import Synchronization
import Testing

/// Fetches from a host that is played by a list of responses.
struct RemoteSourceTests {
    private final class Host: RemoteExchange {
        let responses: Mutex<[RemoteResponse]>
        let asked = Mutex<[String]>([])

        init(_ responses: [RemoteResponse]) { self.responses = Mutex(responses) }

        func response(
            to address: RemoteAddress, at host: InternetAddress, of source: RemoteSource,
            deadline: ContinuousClock.Instant
        ) async throws(Problem) -> RemoteResponse {
            asked.withLock { $0.append("\(address.authority)\(address.target) at \(host.text)") }
            return responses.withLock { $0.removeFirst() }
        }
    }

    private func fetch(
        _ responses: [RemoteResponse], base: String = "http://shop.example/img", at address: String = "8.8.8.8",
        change: (inout RemoteSource) -> Void = { _ in }
    ) async throws -> (result: Result<String, Problem>, asked: [String]) {
        var source = RemoteSource(base: try #require(RemoteAddress(base)))
        change(&source)
        let host = Host(responses)
        do throws(Problem) {
            let data = try await source.picture(at: SourcePath(["a", "ü b.jpg"]), through: host) { _ in
                address.split(separator: " ").compactMap { InternetAddress(String($0)) }
            }
            return (.success(String(decoding: data, as: UTF8.self)), host.asked.withLock { $0 })
        } catch {
            return (.failure(error), host.asked.withLock { $0 })
        }
    }

    private func kind(of result: Result<String, Problem>) -> Problem.Kind? {
        if case .failure(let problem) = result { problem.kind } else { nil }
    }

    private let picture = RemoteResponse(status: 200, body: Data("picture".utf8))

    private func redirect(_ location: String?, status: Int = 302) -> RemoteResponse {
        RemoteResponse(status: status, location: location)
    }

    @Test func pathsAreEncoded() async throws {
        let (result, asked) = try await fetch([picture])
        #expect(try result.get() == "picture")
        #expect(asked == ["shop.example/img/a/%C3%BC%20b.jpg at 8.8.8.8"])
    }

    @Test func redirectsAreFollowed() async throws {
        let (result, asked) = try await fetch([
            redirect("/other?x=1", status: 301), redirect("https://shop.example/last", status: 308), picture,
        ])
        #expect(try result.get() == "picture")
        #expect(asked.dropFirst().elementsEqual(["shop.example/other?x=1 at 8.8.8.8", "shop.example/last at 8.8.8.8"]))
        // Relative to the address that was asked last.
        let relative = try await fetch([redirect("b.jpg"), redirect("../c.jpg"), picture])
        #expect(try relative.result.get() == "picture")
        #expect(
            relative.asked.dropFirst().elementsEqual(
                ["img/a/b.jpg", "img/c.jpg"].map { "shop.example/\($0) at 8.8.8.8" }))
    }

    @Test(arguments: [
        ("http://shop.example:8080/", "http://shop.example/img", "port 8080 of shop.example, which isn't allowed"),
        ("http://shop.example/", "http://shop.example:81/img", "port 80 of shop.example, which isn't allowed"),
        ("https://evil.example:444/", "http://shop.example/img", "evil.example:444, which isn't allowed"),
        ("http://shop.example:443/", "https://shop.example/img", "from https:// to http://shop.example:443."),
    ])
    func refusalsNameThePlace(location: String, base: String, text: String) async throws {
        guard case .failure(let problem) = try await fetch([redirect(location)], base: base).result else {
            throw CancellationError()
        }
        #expect(problem.message.contains(text), "\(problem.message)")
    }

    @Test(arguments: [
        "http://evil.example/", "//evil.example/", "http://shop.example.evil.example/", "http://shop.example:8080/",
        "file:///etc/passwd", "http://127.0.0.1/", "http://user@shop.example/", "",
    ])
    func redirectsToOtherPlacesAreRefused(location: String) async throws {
        let (result, asked) = try await fetch([redirect(location), picture])
        #expect(kind(of: result) == .source)
        #expect(asked.count == 1)
    }

    @Test func encryptionIsNotGivenUp() async throws {
        let (result, asked) = try await fetch(
            [redirect("http://shop.example/"), picture], base: "https://shop.example/img")
        #expect(kind(of: result) == .source && asked.count == 1)
    }

    @Test func otherHostsCanBeAllowed() async throws {
        let (result, _) = try await fetch([redirect("https://cdn.example/a"), picture]) {
            $0.redirectHosts = ["cdn.example"]
        }
        #expect(try result.get() == "picture")
    }

    @Test func redirectsAreLimited() async throws {
        let (result, asked) = try await fetch(Array(repeating: redirect("/again"), count: 10)) { $0.redirects = 2 }
        #expect(kind(of: result) == .source && asked.count == 3)
    }

    /// The second redirect leads to the same name, which has another address then.
    @Test func privateAddressesAreRefused() async throws {
        for address in ["127.0.0.1", "10.0.0.1", "::1", "169.254.169.254", "127.0.0.1 ::1"] {
            let (result, asked) = try await fetch([picture], at: address)
            #expect(kind(of: result) == .forbidden && asked.isEmpty, "\(address)")
        }
        let (result, asked) = try await fetch([picture], at: "127.0.0.1 9.9.9.9")
        #expect(try result.get() == "picture" && asked.allSatisfy { $0.hasSuffix(" at 9.9.9.9") })
        let allowed = try await fetch([picture], at: "127.0.0.1") { $0.takesPrivateAddresses = true }
        #expect(try allowed.result.get() == "picture")
    }

    @Test(arguments: [
        (404, Problem.Kind.missing), (410, .missing), (500, .source), (204, .source), (206, .source), (304, .source),
    ])
    func otherStatuses(status: Int, expected: Problem.Kind) async throws {
        #expect(kind(of: try await fetch([RemoteResponse(status: status)]).result) == expected)
    }
}
