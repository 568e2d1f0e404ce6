import Foundation
import UntrustedInput

/// A request or notification of the client, or a response, whose method is nil.
struct IncomingMessage: Sendable {
    let id: MessageID?
    let method: String?
    private let data: Data

    /// The limits of a message. Its size is that of its frame.
    private static let limits = TextLimits(bytes: MessageFrames.limit, depth: 64, values: 250_000)

    private struct Envelope: Decodable {
        var id: MessageID?
        var method: String?
    }

    private struct Body<Parameters: Decodable>: Decodable {
        var params: Parameters
    }

    /// Reads a message.
    ///
    /// - Throws: `ResponseError` if the data isn't JSON or isn't a message.
    init(_ data: Data) throws(ResponseError) {
        let envelope: Envelope
        do {
            envelope = try CheckedJSON.decode(Envelope.self, from: data, limits: Self.limits)
        } catch let error as DecodingError {
            if case .dataCorrupted = error { throw ResponseError(.parseError, "the message isn't valid JSON") }
            throw ResponseError(
                .invalidRequest, "the message isn't an object with a method, and with a number or a text as its id")
        } catch {
            throw ResponseError(.parseError, "the message can't be read: \(error)")
        }
        (id, method, self.data) = (envelope.id, envelope.method, data)
    }

    /// Returns the parameters.
    ///
    /// - Throws: `ResponseError` if fields are missing or have other types.
    func parameters<Parameters: Decodable>(_ type: Parameters.Type) throws(ResponseError) -> Parameters {
        do {
            return try CheckedJSON.decode(Body<Parameters>.self, from: data, limits: Self.limits).params
        } catch let error as DecodingError {
            throw ResponseError(.invalidParameters, "'\(method ?? "")': \(Self.reason(error))")
        } catch {
            throw ResponseError(.invalidParameters, "'\(method ?? "")': \(error)")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context, _ last: String? = nil) -> String {
            (context.codingPath.map(\.stringValue) + (last.map { [$0] } ?? [])).joined(separator: ".")
        }
        return switch error {
        case .keyNotFound(let key, let context): "\(path(context, key.stringValue)) is missing"
        case .typeMismatch(_, let context): "\(path(context)) has another type than it should have"
        case .valueNotFound(_, let context): "\(path(context)) has no value"
        case .dataCorrupted(let context): "\(path(context)) has an invalid value"
        @unknown default: "a field is invalid"
        }
    }
}
