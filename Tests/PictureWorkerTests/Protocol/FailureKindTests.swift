import Foundation
import PictureWorker
import Testing

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

    @Test("Each kind has a remedy", arguments: JobFailure.Kind.allCases)
    func remedy(kind: JobFailure.Kind) {
        let failure = JobFailure(kind, "It failed.")
        #expect(failure.remedy.hasSuffix(".") && failure.remedy.count > 20)
        #expect(failure.description.hasPrefix("It failed. "))
    }
}
