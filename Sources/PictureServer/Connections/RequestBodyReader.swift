import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import PictureService
import Synchronization

/// Reads the body of a request once, within a time. Thread-safe.
final class RequestBodyReader: Sendable {
    private let body: RequestBody
    /// The length that the header states.
    private let length: Int?
    private let seconds: Double
    private let isComplete: Atomic<Bool>

    /// - Parameter isStream: Whether the request came as a stream of HTTP/2, whose body needs no field of the header.
    init(_ request: Request, isStream: Bool, seconds: Double) {
        (body, self.seconds) = (request.body, seconds)
        length = request.headers[.contentLength].flatMap { Int($0) }
        let hasBody = length ?? (isStream ? 1 : 0) > 0 || request.headers[.transferEncoding] != nil
        isComplete = Atomic(!hasBody)
    }

    /// Whether there may be bytes that weren't read.
    var isUnread: Bool { !isComplete.load(ordering: .relaxed) }

    /// Whether the header states no longer body than this.
    func isWithin(_ limit: Int) -> Bool { length ?? 0 <= limit }

    /// Returns the bytes.
    ///
    /// - Throws: `ServiceRequest.BodyFailure`.
    func read(limit: Int) async throws -> Data {
        guard isWithin(limit) else { throw ServiceRequest.BodyFailure.tooLong }
        let data = try await withThrowingTaskGroup(of: Data.self) { [body, seconds] group in
            group.addTask {
                var data = Data()
                do {
                    for try await part in body {
                        guard data.count + part.readableBytes <= limit else { throw ServiceRequest.BodyFailure.tooLong }
                        data.append(contentsOf: part.readableBytesView)
                    }
                } catch let failure as ServiceRequest.BodyFailure {
                    throw failure
                } catch {
                    throw ServiceRequest.BodyFailure.broken
                }
                return data
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw ServiceRequest.BodyFailure.late
            }
            defer { group.cancelAll() }
            guard let data = try await group.next() else { throw ServiceRequest.BodyFailure.broken }
            return data
        }
        guard length.map({ $0 == data.count }) ?? true else { throw ServiceRequest.BodyFailure.broken }
        isComplete.store(true, ordering: .relaxed)
        return data
    }
}
