import Foundation
import Pixels

/// The attributes of a pixel buffer, as far as they have an effect.
struct BufferAttributes: Sendable {
    /// Numbers of the formats, in the order of preference.
    var formats: [OSType] = []
    var width: Int?
    var height: Int?
    var extended = ExtendedPixels()
    var bytesPerRowAlignment = 1
    var planeAlignment = 1

    private static let maximumAlignment = 65_536
    private static let maximumExtension = 1 << 20

    init() {}

    /// Reads attributes. Unknown keys are ignored, as on Apple's systems.
    ///
    /// - Throws: `kCVReturnInvalidPixelBufferAttributes` if a value has a wrong type or is out of its range.
    init(_ attributes: CFDictionary?) throws(CVFailure) {
        guard let attributes else { return }
        func number(_ key: String, _ range: ClosedRange<Int>) throws(CVFailure) -> Int? {
            guard let value = attributes[key] else { return nil }
            guard let number = AttributeNumber.integer(value), range.contains(number) else {
                throw CVFailure(kCVReturnInvalidPixelBufferAttributes)
            }
            return number
        }
        if let value = attributes[kCVPixelBufferPixelFormatTypeKey] {
            let values = value as? [Any] ?? [value]
            for value in values {
                guard let type = AttributeNumber.integer(value).flatMap(OSType.init(exactly:)) else {
                    throw CVFailure(kCVReturnInvalidPixelBufferAttributes)
                }
                formats.append(type)
            }
        }
        width = try number(kCVPixelBufferWidthKey, 1...Int(Int32.max))
        height = try number(kCVPixelBufferHeightKey, 1...Int(Int32.max))
        let extensions = 0...Self.maximumExtension
        extended.left = try number(kCVPixelBufferExtendedPixelsLeftKey, extensions) ?? 0
        extended.right = try number(kCVPixelBufferExtendedPixelsRightKey, extensions) ?? 0
        extended.top = try number(kCVPixelBufferExtendedPixelsTopKey, extensions) ?? 0
        extended.bottom = try number(kCVPixelBufferExtendedPixelsBottomKey, extensions) ?? 0
        let alignments = 1...Self.maximumAlignment
        bytesPerRowAlignment = try number(kCVPixelBufferBytesPerRowAlignmentKey, alignments) ?? 1
        planeAlignment = try number(kCVPixelBufferPlaneAlignmentKey, alignments) ?? 1
    }
}

/// Numbers in dictionaries: any Swift number, or an `NSNumber`.
package enum AttributeNumber {
    /// Returns a number; nil for values that aren't numbers.
    package static func double(_ value: Any) -> Double? {
        switch value {
        case let number as any BinaryInteger: Double(number)
        case let number as any BinaryFloatingPoint: Double(number)
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }

    /// Returns a whole number; nil for values that aren't whole numbers.
    package static func integer(_ value: Any) -> Int? { double(value).flatMap(Int.init(exactly:)) }
}
