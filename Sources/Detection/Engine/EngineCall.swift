import CDetection
import CoreImageEssentials
import SystemResources

/// Calls an engine function, which reports its results one by one through a callback.
enum EngineCall {
    /// Returns all results of a call.
    ///
    /// - Parameter call: Calls an engine with a pointer to a list, to which the engine's callback appends with
    ///   `report(_:to:)`.
    static func finding<Found>(
        _ type: Found.Type, with kind: DetectorKind,
        _ call: (_ list: UnsafeMutableRawPointer, _ message: detection_message) -> detection_status
    ) throws(CIDetectionError) -> [Found] {
        var found: [Found] = []
        var text = [CChar](repeating: 0, count: 1024)
        let status = LibraryCalls.shared.run {
            withUnsafeMutablePointer(to: &found) { list in
                text.withUnsafeMutableBufferPointer { buffer in
                    call(list, detection_message(text: buffer.baseAddress, capacity: buffer.count))
                }
            }
        }
        let message = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        switch status {
        case DETECTION_DONE: return found
        case nil: throw .engineFailed(type: kind.name, reason: "the process is exiting")
        case DETECTION_MISSING_FILE:
            let parts = message.split(separator: "/", omittingEmptySubsequences: false)
            throw .missingCascade(
                file: parts.last.map(String.init) ?? message, folders: [parts.dropLast().joined(separator: "/")])
        default: throw .engineFailed(type: kind.name, reason: message)
        }
    }

    /// Appends a result to the list of `finding(_:with:_:)`.
    static func report<Found>(_ found: Found, to list: UnsafeMutableRawPointer?) {
        list?.assumingMemoryBound(to: [Found].self).pointee.append(found)
    }
}
