import MediaTime
import PixelBuffers
import Pixels

/// A function that makes the pixels of a frame ready. It is called on the thread that calls
/// `CMSampleBufferMakeDataReady`, with the context given at the frame's creation, and returns `noErr` or a reason of
/// failure.
public typealias CMSampleBufferMakeDataReadyCallback =
    @Sendable (
        _ sbuf: CMSampleBuffer, _ makeDataReadyRefcon: UnsafeMutableRawPointer?
    ) -> OSStatus

/// Creates a frame.
///
/// - Parameters:
///   - allocator: Ignored.
///   - imageBuffer: The pixels.
///   - dataReady: Whether the pixels are ready.
///   - makeDataReadyCallback: What makes them ready, or nil.
///   - refcon: A context for the callback.
///   - formatDescription: The description of the pixels.
///   - sampleTiming: The times of the frame.
///   - sampleBufferOut: The frame, or nil after an error.
/// - Returns: `noErr`, or `kCMSampleBufferError_InvalidMediaFormat` if the description isn't that of the buffer.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?,
    formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    create(sampleBufferOut) { () throws(CMSampleBufferError) in
        try CMSampleBuffer(
            imageBuffer, formatDescription, sampleTiming.pointee, isReady: dataReady,
            makeReady: makeDataReadyCallback, context: refcon)
    }
}

/// Creates a frame whose pixels are ready.
///
/// - Returns: `noErr`, or `kCMSampleBufferError_InvalidMediaFormat` if the description isn't that of the buffer.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    create(sampleBufferOut) { () throws(CMSampleBufferError) in
        try CMSampleBuffer(imageBuffer, formatDescription, sampleTiming.pointee)
    }
}

/// Creates a frame of the same pixels with other times.
///
/// - Parameters:
///   - sampleTimingEntryCount: 1, or 0 for the times of the original.
///   - sampleTimingArray: The times.
/// - Returns: `noErr`, `kCMSampleBufferError_InvalidEntryCount`, `kCMSampleBufferError_RequiredParameterMissing`, or
///   `kCMSampleBufferError_InvalidMediaFormat` if the buffer's attachments have changed.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer, sampleTimingEntryCount: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    create(sampleBufferOut) { () throws(CMSampleBufferError) in
        switch sampleTimingEntryCount {
        case 0: return try originalSBuf.copy(originalSBuf.timing)
        case 1:
            guard let sampleTimingArray else {
                throw CMSampleBufferError(status: kCMSampleBufferError_RequiredParameterMissing)
            }
            return try originalSBuf.copy(sampleTimingArray.pointee)
        default: throw CMSampleBufferError(status: kCMSampleBufferError_InvalidEntryCount)
        }
    }
}

/// Returns the pixels; nil after the frame was invalidated.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Returns when the frame is shown.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// Returns when the frame is decoded; invalid if that is in the order of presentation.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// Returns how long the frame is shown; invalid if it isn't known.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Returns when the frame is shown at last.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}

/// Sets when the frame is shown at last.
///
/// - Returns: `noErr`.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
    sbuf.state.withLock { $0.outputTime = outputPresentationTimeStamp }
    return noErr
}

/// Returns the times of a frame.
///
/// - Parameter sampleIndex: 0.
/// - Returns: `noErr`, or `kCMSampleBufferError_SampleIndexOutOfRange`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    guard sampleIndex == 0 else { return kCMSampleBufferError_SampleIndexOutOfRange }
    timingInfoOut.pointee = sbuf.timing
    return noErr
}

/// Returns the description of the pixels.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// Returns the number of frames, which is 1.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// Whether the frame hasn't been invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Makes the frame's image buffer nil.
///
/// - Returns: `noErr`.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    sbuf.invalidate()
    return noErr
}

/// Whether the pixels are ready.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.state.withLock { $0.isReady } }

/// Declares that the pixels are ready.
///
/// - Returns: `noErr`.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    sbuf.state.withLock { $0.isReady = true }
    return noErr
}

/// Makes the pixels ready by calling the frame's callback, unless they are.
///
/// - Returns: `noErr`, `kCMSampleBufferError_BufferNotReady` if there is no callback,
///   `kCMSampleBufferError_Invalidated`, or the error of the callback.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    let state = sbuf.state.withLock { $0 }
    guard state.isValid else { return kCMSampleBufferError_Invalidated }
    if state.isReady { return noErr }
    guard let makeReady = sbuf.makeReady else { return kCMSampleBufferError_BufferNotReady }
    let status = makeReady(sbuf, sbuf.context)
    return status == noErr ? CMSampleBufferSetDataReady(sbuf) : status
}

/// Calls `body`, stores its result and returns the status of its error.
private func create(
    _ out: UnsafeMutablePointer<CMSampleBuffer?>, _ body: () throws(CMSampleBufferError) -> CMSampleBuffer
) -> OSStatus {
    do throws(CMSampleBufferError) {
        out.pointee = try body()
        return noErr
    } catch {
        out.pointee = nil
        return error.status
    }
}
