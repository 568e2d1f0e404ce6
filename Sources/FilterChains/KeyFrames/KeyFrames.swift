import CommandOutput
import CoreImage
import Foundation
import Pixels

/// The values of an input at times, and the values between them.
///
/// Between two key frames, each component changes linearly; before the first one and after the last one, the input
/// keeps their values. Components are those that are written: of a colour, red, green, blue and alpha from 0 to 1 in
/// its colour space, not multiplied by alpha; of a transform, its six numbers. Inputs that are whole numbers are
/// rounded, and those that are on or off change at the key frames.
package struct KeyFrames: Sendable {
    /// The kinds of values.
    private enum Kind: Sendable {
        case number, wholeNumber, flag, vector, colour, transform
        case vectors(counts: [Int])
    }

    /// The largest number that is interpolated. The difference of two such numbers is finite.
    private static let largest = 1e100

    private let times: [Double]
    private let values: [[Double]]
    private let kind: Kind

    /// Reads the values of key frames.
    ///
    /// - Parameters:
    ///   - text: The key frames.
    ///   - key: The filter's key.
    ///   - facts: The filter's attributes for the input.
    ///   - frameRate: Frames a second, for times that are numbers of frames.
    ///   - reader: Reads the values.
    /// - Throws: `KeyFrameError`.
    package init(
        _ text: KeyFrameText, key: String, facts: [String: Any]?, frameRate: Double, reader: ValueReader
    ) throws(KeyFrameError) {
        let attributeClass = facts?[kCIAttributeClass] as? String ?? "NSNumber"
        let type = facts?[kCIAttributeType] as? String
        var (times, values): ([Double], [[Double]]) = ([], [])
        var kind: Kind?
        for entry in text.entries {
            func mistake(_ position: Int, _ reason: String) -> KeyFrameError {
                KeyFrameError(text: text.setting, position: position, reason: reason)
            }
            let time = entry.time.seconds(frameRate: frameRate)
            if let last = times.last, time <= last {
                throw mistake(
                    entry.timePosition, "this time is not after the one before it; write key frames by time")
            }
            let value: Any
            do {
                value = try reader.value(entry.value, forKey: key, attributeClass: attributeClass)
            } catch {
                throw mistake(entry.valuePosition, StandardError.text(of: error))
            }
            guard let (found, components) = Self.components(value, type: type) else {
                throw mistake(entry.valuePosition, "a value of this kind can't have key frames; write one value")
            }
            guard components.allSatisfy({ abs($0) <= Self.largest }) else {
                throw mistake(
                    entry.valuePosition, "a number this large can't be interpolated; write one of at most 1e100")
            }
            if let count = values.last?.count, count != components.count || !Self.areAlike(found, kind) {
                throw mistake(
                    entry.valuePosition,
                    "this value has \(components.count) components, and those before it \(count); write as many")
            }
            kind = found
            times.append(time)
            values.append(components)
        }
        (self.times, self.values, self.kind) = (times, values, kind ?? .number)
    }

    /// Returns the value at a time in seconds.
    package func value(at time: Double) -> Any {
        let after = times.firstIndex { $0 > time } ?? times.count
        guard after > 0, after < times.count else { return value(values[min(after, times.count - 1)]) }
        let part = (time - times[after - 1]) / (times[after] - times[after - 1])
        if case .flag = kind { return value(values[after - 1]) }
        return value(zip(values[after - 1], values[after]).map { $0 + ($1 - $0) * part })
    }

    /// The values at the key frames.
    var keyValues: [Any] { values.map { value($0) } }

    private static func components(_ value: Any, type: String?) -> (Kind, [Double])? {
        switch value {
        case let value as CIVector: (.vector, (0..<value.count).map { Double(value.value(at: $0)) })
        case let value as CIColor:
            (.colour, [value.red, value.green, value.blue, value.alpha].map { Double($0) })
        case let value as NSAffineTransform:
            (
                .transform,
                [\CGAffineTransform.a, \.b, \.c, \.d, \.tx, \.ty].map { Double(CGAffineTransform(value)[keyPath: $0]) }
            )
        case let value as NSNumber:
            switch type {
            case kCIAttributeTypeBoolean: (.flag, [value.doubleValue])
            case kCIAttributeTypeInteger, kCIAttributeTypeCount: (.wholeNumber, [value.doubleValue])
            default: (.number, [value.doubleValue])
            }
        case let values as [CIVector]:
            (
                .vectors(counts: values.map(\.count)),
                values.flatMap { value in (0..<value.count).map { Double(value.value(at: $0)) } }
            )
        default: nil
        }
    }

    private static func areAlike(_ kind: Kind, _ other: Kind?) -> Bool {
        if case .vectors(let counts) = kind, case .vectors(let others)? = other { return counts == others }
        return true
    }

    private func value(_ components: [Double]) -> Any {
        switch kind {
        case .number: NSNumber(value: components[0])
        case .wholeNumber: NSNumber(value: components[0].rounded())
        case .flag: NSNumber(value: components[0] != 0)
        case .vector: CIVector(values: components.map { CGFloat($0) }, count: components.count)
        case .colour:
            CIColor(red: components[0], green: components[1], blue: components[2], alpha: components[3])
        case .transform:
            NSAffineTransform(
                CGAffineTransform(
                    a: components[0], b: components[1], c: components[2], d: components[3], tx: components[4],
                    ty: components[5]))
        case .vectors(let counts):
            counts.reduce(into: (vectors: [CIVector](), used: 0)) { result, count in
                let part = components[result.used..<result.used + count].map { CGFloat($0) }
                result.vectors.append(CIVector(values: part, count: count))
                result.used += count
            }.vectors
        }
    }
}
