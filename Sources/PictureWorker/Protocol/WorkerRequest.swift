import Foundation
import UntrustedInput

/// A line from a client.
package enum WorkerRequest: Sendable {
    case job(JobRequest)
    /// The client asks how the worker is.
    case health
    /// The client asks for the metrics.
    case metrics

    /// A line that is no request.
    package struct Refusal: Error, Sendable {
        /// The job's identifier, if the line has one.
        package let id: String?
        package let failure: JobFailure
    }

    /// Reads a line.
    package init(line: some Collection<UInt8>) throws(Refusal) {
        let data = Data(line)
        do {
            switch try CheckedJSON.decode(Decoded.self, from: data, limits: Self.limits(data.count)) {
            case .job(let job): self = .job(job)
            case .question("health"): self = .health
            case .question("metrics"): self = .metrics
            case .question(let name):
                throw JobFailure(
                    .malformed, "There is no request \"\(printable(name))\".",
                    remedy: "Send {\"request\": \"health\"}, {\"request\": \"metrics\"}, or a job.")
            }
        } catch {
            throw Refusal(id: Self.identifier(of: data), failure: Self.failure(error))
        }
    }

    private static func limits(_ bytes: Int) -> TextLimits {
        TextLimits(bytes: max(1, bytes), depth: 64, values: 250_000)
    }

    private enum Decoded: Decodable {
        case job(JobRequest)
        case question(String)

        private enum Key: String, CodingKey, CaseIterable { case request }

        init(from decoder: any Decoder) throws {
            guard let fields = try? decoder.container(keyedBy: Key.self) else {
                throw RequestField.problem("an object is expected", [])
            }
            guard fields.contains(.request) else {
                self = .job(try JobRequest(from: decoder))
                return
            }
            self = .question(
                try RequestField.container(of: decoder, Key.self, "a request").decode(String.self, forKey: .request))
        }
    }

    private static func failure(_ error: any Error) -> JobFailure {
        switch error {
        case let failure as JobFailure: failure
        case let error as DecodingError:
            JobFailure(.malformed, "The line is no request: \(error.problem)")
        default: JobFailure(.malformed, "The line is no request: \(printable("\(error)"))")
        }
    }

    /// Returns the identifier in a line that is valid JSON otherwise. One that no job may have isn't repeated.
    private static func identifier(of data: Data) -> String? {
        struct Identified: Decodable { let id: String }
        let id = try? CheckedJSON.decode(Identified.self, from: data, limits: limits(data.count)).id
        return id.flatMap { (1...JobRequest.longestIdentifier).contains($0.utf8.count) ? $0 : nil }
    }
}
