import Foundation

/// There isn't enough memory.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// A parameter is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// The pixels aren't ready.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// There is no sample with this index.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// The number of entries isn't 0, 1 or the number of samples.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// The description of the format isn't that of the pixels.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The sample buffer has been invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744

/// An error of a sample buffer.
public struct CMSampleBufferError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// The result that the C function returns.
    public let status: OSStatus

    /// Creates an error from the result of a C function.
    public init(status: OSStatus) { self.status = status }

    /// A message that states the problem and the remedy.
    public var description: String {
        switch status {
        case kCMSampleBufferError_InvalidMediaFormat:
            "The format description isn't that of the image buffer. Pass CMFormatDescription(imageBuffer:), made after "
                + "the buffer got its attachments."
        case kCMSampleBufferError_Invalidated: "The sample buffer has been invalidated. Use it before that."
        case kCMSampleBufferError_BufferNotReady:
            "The sample buffer's pixels aren't ready. Call CMSampleBufferMakeDataReady first."
        case kCMSampleBufferError_SampleIndexOutOfRange: "A sample buffer of video has one sample. Pass the index 0."
        default: "The sample buffer can't be used: Core Media's status is \(status)."
        }
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
