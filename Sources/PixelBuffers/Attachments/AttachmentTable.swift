import Pixels

/// Whether attachments are copied by `CVBufferPropagateAttachments`.
public enum CVAttachmentMode: UInt32, Sendable, Hashable {
    /// The attachment belongs to this buffer only.
    case shouldNotPropagate = 0
    /// The attachment also applies to what is made of the buffer.
    case shouldPropagate = 1
}

/// The attachments that a buffer has from the beginning and that should propagate, a dictionary, as a value of its
/// attributes.
public let kCVBufferPropagatedAttachmentsKey: CFString = "PropagatedAttachments"
/// The attachments that a buffer has from the beginning and that shouldn't propagate, a dictionary, as a value of its
/// attributes.
public let kCVBufferNonPropagatedAttachmentsKey: CFString = "NonPropagatedAttachments"

/// The attachments of a buffer.
struct AttachmentTable: @unchecked Sendable {
    struct Entry {
        let value: Any
        /// The value as an object, which `CVBufferGetAttachment` returns without retaining it.
        let object: AnyObject
        let mode: CVAttachmentMode
    }

    private(set) var entries: [String: Entry] = [:]

    /// The colour space that the attachments describe, made when it is first requested.
    var colorSpace: CGColorSpace??

    mutating func set(_ value: Any, for key: String, _ mode: CVAttachmentMode) {
        entries[key] = Entry(value: value, object: value as AnyObject, mode: mode)
        colorSpace = nil
    }

    mutating func remove(_ key: String) {
        entries[key] = nil
        colorSpace = nil
    }

    mutating func removeAll() {
        entries = [:]
        colorSpace = nil
    }

    func values(_ mode: CVAttachmentMode) -> CFDictionary {
        entries.filter { $0.value.mode == mode }.mapValues(\.value)
    }

    mutating func setInitial(_ attributes: CFDictionary?) {
        let keys: [(String, CVAttachmentMode)] = [
            (kCVBufferNonPropagatedAttachmentsKey, .shouldNotPropagate),
            (kCVBufferPropagatedAttachmentsKey, .shouldPropagate),
        ]
        for (key, mode) in keys {
            for (name, value) in attributes?[key] as? CFDictionary ?? [:] { set(value, for: name, mode) }
        }
    }
}
