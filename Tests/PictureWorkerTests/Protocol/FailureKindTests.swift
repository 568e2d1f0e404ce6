import Foundation
import Sandboxing
import Testing

@testable import PictureWorker

@Suite("Kinds of failures")
struct FailureKindTests {
    @Test("The schema lists the kinds that exist")
    func schema() throws {
        let root = try #require(
            try JSONSerialization.jsonObject(with: Data(WorkerProtocol.schema.utf8)) as? [String: Any])
        var value: Any = root
        for key in ["$defs", "failed", "properties", "error", "properties", "kind", "enum"] {
            value = try #require((value as? [String: Any])?[key])
        }
        #expect(value as? [String] == JobFailure.Kind.allCases.map(\.rawValue))
    }

    @Test("A crash is blamed on the picture or the chain, and not on the cache of fonts")
    func crashes() {
        #expect(JobFailure(.crashed, "It ended.").remedy.contains("picture or the chain"))
        for path in ["/var/cache/fontconfig/a.cache-9.TMP", "/.cache/fontconfig", "/root/.fontconfig/x"] {
            #expect(IsolatedClient.isOfFontCache(ForbiddenAction(.wroteFile, path: path)))
        }
        for path in ["/etc/fontconfig.txt", "/etc/passwd", nil] {
            #expect(!IsolatedClient.isOfFontCache(ForbiddenAction(.wroteFile, path: path)))
        }
    }

    @Test("Each kind has a remedy", arguments: JobFailure.Kind.allCases)
    func remedy(kind: JobFailure.Kind) {
        let failure = JobFailure(kind, "It failed.")
        #expect(failure.remedy.hasSuffix(".") && failure.remedy.count > 20)
        #expect(failure.description.hasPrefix("It failed. "))
    }
}
