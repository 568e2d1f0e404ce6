import Foundation
import PictureService
import UntrustedInput

extension FuzzTarget {
    /// What clients of `coreimage serve`, and other hosts, send: a target, the fields `Accept` and `traceparent`, and
    /// an address to which a host redirects, each on a line, and then a form with the boundary `x`.
    static let serviceRequests = FuzzTarget(name: "service-requests", longestInput: 4096, changesPerSeed: 300) {
        bytes in
        let lines = bytes.split(separator: 0x0a, maxSplits: 4, omittingEmptySubsequences: false)
        let texts = lines.prefix(4).map { String(decoding: $0, as: UTF8.self) }
        if let target = try? RequestTarget(texts[0]) { try check(target) }
        if texts.count > 1 {
            let formats: [ResultFormat] = [.webp, .png]
            let best = AcceptHeader([texts[1]]).best(of: formats, prefersAlpha: false)
            try FuzzFinding.expect(best.map(formats.contains) ?? true, "a format that isn't made")
            _ = EntityTag(key: "0123").isNamed(in: [texts[1]])
        }
        if texts.count > 2, let trace = TraceParent(texts[2]) {
            try FuzzFinding.expect(trace.trace.utf8.count == 32 && trace.parent.utf8.count == 16, "a trace's length")
            try FuzzFinding.expectPrintable(trace.trace + trace.parent)
        }
        if texts.count > 3 { try check(redirect: texts[3]) }
        if lines.count > 4, let form = try? MultipartForm(Data(lines[4]), boundary: "x") {
            let total = form.parts.values.reduce(0) { $0 + $1.count }
            try FuzzFinding.expect(total <= lines[4].count, "\(total) bytes in the parts of \(lines[4].count)")
        }
    }

    private static func check(_ target: RequestTarget) throws {
        if let path = try? SourcePath(target.path) {
            let text = PathText("/folder/" + path.text).standardized
            try FuzzFinding.expect(text == "/folder/" + path.text, "\(text.debugDescription) is another path")
            try FuzzFinding.expect(!path.text.utf8.contains(0), "a zero byte in a path")
        }
        let key = SigningKey("0123456789abcdef".utf8)
        try FuzzFinding.expect(!AddressSignature.isValid(target.text, keys: [key]), "a signature without the key")
        let signed = AddressSignature.signing(target.text, key: key)
        try FuzzFinding.expect(AddressSignature.isValid(signed, keys: [key]), "\(signed) isn't valid")
        do {
            let parameters = try ImageParameters(target.query, takesChain: true, images: nil)
            try FuzzFinding.expect(parameters.quality.map((0.01...1).contains) ?? true, "a quality outside of 0 to 1")
        } catch let error as Problem {
            try FuzzFinding.expectPrintable(error.message + error.remedy)
        }
    }

    private static func check(redirect text: String) throws {
        guard let base = RemoteAddress("https://shop.example/img") else { throw FuzzFinding("the base isn't read") }
        let source = RemoteSource(base: base)
        do {
            let target = try source.redirected(from: base, to: text)
            try FuzzFinding.expect(
                target.host == "shop.example" && target.isSecure && target.port == 443,
                "a redirect to \(target.authority)")
            let again = RemoteAddress("https://\(target.authority)\(target.target)")
            try FuzzFinding.expect(again == target, "\(text.debugDescription) is read in two ways")
        } catch let error as Problem {
            try FuzzFinding.expectPrintable(error.message + error.remedy)
        }
    }
}
