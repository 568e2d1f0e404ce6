import Foundation

@testable import PictureWorker

extension FuzzTarget {
    /// The lines that a client sends to `coreimage worker`, in two parts. A job that is read is written and read again.
    static let workerLines = FuzzTarget(name: "worker-lines", longestInput: 2048, changesPerSeed: 300) { bytes in
        let cut = Int(bytes.first ?? 0) * bytes.count / 256
        var lines = LineAssembler(limit: 1024)
        let events = lines.add(bytes[..<cut]) + lines.add(bytes[cut...]) + lines.finish()
        for event in events {
            guard case .line(let line, _) = event else { continue }
            try FuzzFinding.expect(line.count <= 1024, "a line of \(line.count) bytes")
            do throws(WorkerRequest.Refusal) {
                guard case .job(let job) = try WorkerRequest(line: line) else { continue }
                guard let written = try? JSONEncoder().encode(job),
                    case .job(let again)? = try? WorkerRequest(line: written)
                else { throw WorkerRequest.Refusal(id: nil, failure: .init(.internal, "it can't be written")) }
                if again != job { throw .init(id: nil, failure: .init(.internal, "it changed when it was written")) }
            } catch {
                try FuzzFinding.expect(error.failure.kind != .internal, error.failure.message)
                try expectText(error.failure.message)
                try FuzzFinding.expect(
                    !WorkerAnswer.failed(id: error.id, error.failure, .init()).line.isEmpty, "an answer without text")
            }
        }
    }
}
