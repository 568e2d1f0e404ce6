import Pixels

/// Attaches a value to a buffer, in place of an earlier one with the same key.
///
/// All functions for attachments work on every thread.
public func CVBufferSetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
    // An earlier value is released outside of the lock.
    let old = buffer.attachments.withLock { table in
        defer { table.set(value, for: key, attachmentMode) }
        return table
    }
    _ = old
}

/// Attaches all values of a dictionary to a buffer.
public func CVBufferSetAttachments(
    _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
    for (key, value) in theAttachments { CVBufferSetAttachment(buffer, key, value, attachmentMode) }
}

/// Returns the value attached with a key, or nil; and its mode, if `attachmentMode` isn't nil.
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    guard let entry = buffer.attachments.withLock({ $0 }).entries[key] else { return nil }
    attachmentMode?.pointee = entry.mode
    return entry.value
}

/// Returns the value attached with a key, or nil, without retaining it; and its mode, if `attachmentMode` isn't nil.
///
/// The value is valid as long as it is attached. `CVBufferCopyAttachment` is safe even if another thread replaces it.
public func CVBufferGetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<AnyObject>? {
    guard let entry = buffer.attachments.withLock({ $0 }).entries[key] else { return nil }
    attachmentMode?.pointee = entry.mode
    return Unmanaged.passUnretained(entry.object)
}

/// Returns all attachments of a mode; nil if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    let values = buffer.attachments.withLock { $0 }.values(attachmentMode)
    return values.isEmpty ? nil : values
}

/// Returns all attachments of a mode; nil if there are none. The same as `CVBufferCopyAttachments`.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Whether a value is attached with a key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
    buffer.attachments.withLock { $0 }.entries[key] != nil
}

/// Removes the value attached with a key, if there is one.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
    let old = buffer.attachments.withLock { table in
        defer { table.remove(key) }
        return table
    }
    _ = old
}

/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
    let old = buffer.attachments.withLock { table in
        defer { table.removeAll() }
        return table
    }
    _ = old
}

/// Copies the attachments that should propagate from a buffer to another, in place of those with the same keys.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
    CVBufferSetAttachments(
        destinationBuffer, CVBufferCopyAttachments(sourceBuffer, .shouldPropagate) ?? [:], .shouldPropagate)
}
