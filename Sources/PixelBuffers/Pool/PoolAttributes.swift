import Pixels

/// The number of buffers that a pool keeps even if they aren't used, a number. The default is 0.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The time in seconds after which a pool may free an unused buffer, a number. The default is 1; with 0, buffers are
/// kept until the pool is flushed.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The number of buffers from which on a pool makes no new one, a number; an auxiliary attribute of a request.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPool_AllocationThreshold"
/// The name of the notification that a pool posts when a buffer becomes free, after a request failed because of
/// `kCVPixelBufferPoolAllocationThresholdKey`. Its object is the pool. It is posted on the thread that released the
/// buffer.
public let kCVPixelBufferPoolFreeBufferNotification: CFString = "CVPixelBufferPoolFreeBufferNotification"

/// The attributes of a pool.
struct PoolAttributes: Sendable {
    var minimumCount = 0
    /// Nil if buffers are kept.
    var maximumAge: Duration? = .seconds(1)

    /// - Throws: `kCVReturnInvalidPoolAttributes` if a value has a wrong type or is out of its range.
    init(_ attributes: CFDictionary?) throws(CVFailure) {
        if let value = attributes?[kCVPixelBufferPoolMinimumBufferCountKey] {
            guard let count = AttributeNumber.integer(value), count >= 0 else {
                throw CVFailure(kCVReturnInvalidPoolAttributes)
            }
            minimumCount = count
        }
        if let value = attributes?[kCVPixelBufferPoolMaximumBufferAgeKey] {
            guard let age = AttributeNumber.double(value), age >= 0, age < 1e9 else {
                throw CVFailure(kCVReturnInvalidPoolAttributes)
            }
            maximumAge = age == 0 ? nil : .seconds(age)
        }
    }

    /// Returns the number of buffers from which on no new one is made; nil for no limit.
    ///
    /// - Throws: `kCVReturnInvalidArgument` if the value isn't a number of at least 0.
    static func threshold(_ auxiliary: CFDictionary?) throws(CVFailure) -> Int? {
        guard let value = auxiliary?[kCVPixelBufferPoolAllocationThresholdKey] else { return nil }
        guard let threshold = AttributeNumber.integer(value), threshold >= 0 else {
            throw CVFailure(kCVReturnInvalidArgument)
        }
        return threshold
    }
}
