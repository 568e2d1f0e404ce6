import Foundation
import PictureWorker

/// The reason why a request has no result: a body of JSON with `kind`, `message` and `remedy`.
package struct Problem: Error, Hashable, Sendable {
    /// The kinds of reasons, each with its status. Programs decide by them.
    package enum Kind: String, Sendable, CaseIterable {
        /// The request doesn't follow its grammar.
        case malformed
        /// The signature is missing, wrong or too old.
        case signature
        /// The source or the file isn't one that may be read.
        case forbidden
        /// There is no such address or picture.
        case missing
        case method
        /// The client accepts none of the formats.
        case unacceptable
        /// The body is too long.
        case oversized
        /// The body is of a type that isn't read.
        case type
        /// The picture can't be processed.
        case input
        /// The recipe can't be used.
        case recipe
        /// The picture or the recipe exceeds a limit, or needs too much memory.
        case limit, memory
        /// The process that read the picture ended.
        case crashed
        /// The service has as much to do as it may.
        case busy
        /// The service ends.
        case draining
        /// It took too long.
        case deadline
        /// The body didn't arrive in time.
        case slow
        /// The host of a picture didn't answer as expected.
        case source
        case `internal`
        /// The body is in a transfer coding that isn't read.
        case coding

        /// The status.
        package var status: Int {
            switch self {
            case .malformed: 400
            case .signature, .forbidden: 403
            case .missing: 404
            case .method: 405
            case .unacceptable: 406
            case .slow: 408
            case .oversized: 413
            case .type: 415
            case .input, .recipe, .limit, .memory, .crashed: 422
            case .internal: 500
            case .coding: 501
            case .source: 502
            case .busy, .draining: 503
            case .deadline: 504
            }
        }
    }

    package let kind: Kind
    /// What happened, for people.
    package let message: String
    /// What to do about it, for people.
    package let remedy: String
    /// The methods that are allowed, if the method was wrong.
    package var allowed: String?

    package init(_ kind: Kind, _ message: String, remedy: String) {
        (self.kind, self.message, self.remedy) = (kind, message, remedy)
    }

    /// Describes why the worker has no result.
    package init(_ failure: JobFailure) {
        let kind: Kind =
            switch failure.kind {
            case .malformed, .version: .malformed
            case .oversized: .oversized
            case .input: .input
            case .recipe: .recipe
            case .limit: .limit
            case .memory: .memory
            case .deadline: .deadline
            case .draining: .draining
            case .crashed: .crashed
            case .duplicate, .unit, .output, .internal: .internal
            }
        self.init(kind, failure.message, remedy: Self.remedy(kind))
    }

    /// The remedies of the worker name its options, which clients of the service can't change.
    private static func remedy(_ kind: Kind) -> String {
        switch kind {
        case .input: "Send a picture that can be opened."
        case .recipe: "Correct the chain or the recipe; try it with coreimage apply."
        case .limit, .memory: "Use a smaller picture, or a cheaper recipe."
        case .deadline: "Use a smaller picture or a cheaper recipe, or try again when there is less to do."
        case .draining: "Try again."
        case .crashed: "The picture or the chain can't be processed here. Send another picture, or leave out the chain."
        default: "Try again; if it fails again, report it to the operator."
        }
    }

    /// The body.
    var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let fields = ["kind": kind.rawValue, "message": message, "remedy": remedy]
        return (try? encoder.encode(fields)) ?? Data("{}".utf8)
    }
}
