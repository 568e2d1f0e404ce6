import CommandOutput
import CoreImage
import Foundation
import Synchronization
import UntrustedInput

/// A chain of filters for the frames of a video. Names and values are resolved once, so that mistakes are known before
/// the first frame. Thread-safe; frames are processed one after the other.
///
/// Values may be ``KeyFrameText``. A filter with `inputTime` gets the time of the frame in seconds, unless the chain
/// sets it.
package final class FrameChain: Sendable {
    private enum Value {
        case fixed(Any)
        case keyFrames(KeyFrames)
        /// The input, `input`, or the result with a label.
        case reference(String)
    }

    private struct Step {
        let filter: CIFilter
        let takesImage: Bool
        let takesTime: Bool
        let settings: [(key: String, value: Value)]
        let label: String?
    }

    /// The filters aren't Sendable. They are used only with the lock held.
    private struct Steps: @unchecked Sendable {
        let steps: [Step]
    }

    private let steps: Mutex<Steps>
    /// Whether some value has key frames, or a filter gets the time.
    package let changesWithTime: Bool

    /// Resolves the names and values of a chain.
    ///
    /// - Parameters:
    ///   - frameRate: Frames a second, for times of key frames that are numbers of frames.
    ///   - imageOptions: Options for opening pictures that settings name.
    ///   - notes: Prints notes about values for the user.
    /// - Throws: `Refusal`, `CIFilterError`, `KeyFrameError`, or an error from reading a picture.
    package init(
        _ steps: [ChainStep], frameRate: Double, imageOptions: [CIImageOption: Any]? = nil, notes: DistinctNotes? = nil
    ) throws {
        var labels = ["input"]
        var resolved: [Step] = []
        for step in steps {
            let filter = try FilterName.filter(named: step.filter)
            let attributes = filter.attributes
            let settings = try step.settings.map { setting in
                let key = try FilterName.key(setting.key, of: filter)
                let facts = attributes[key] as? [String: Any]
                let value = try Self.value(
                    setting, key: key, facts, of: filter, labels, frameRate, imageOptions, notes)
                return (key: key, value: value)
            }
            let takesTime =
                filter.inputKeys.contains(kCIInputTimeKey) && !settings.contains { $0.key == kCIInputTimeKey }
            resolved.append(
                Step(
                    filter: filter, takesImage: filter.inputKeys.contains(kCIInputImageKey), takesTime: takesTime,
                    settings: settings, label: step.label))
            if let label = step.label { labels.append(label) }
        }
        changesWithTime = resolved.contains { step in
            step.takesTime
                || step.settings.contains { if case .keyFrames = $0.value { true } else { false } }
        }
        let steps = Steps(steps: resolved)
        self.steps = Mutex(steps)
    }

    private static func value(
        _ setting: ChainStep.Setting, key: String, _ facts: [String: Any]?, of filter: CIFilter, _ labels: [String],
        _ frameRate: Double, _ imageOptions: [CIImageOption: Any]?, _ notes: DistinctNotes?
    ) throws -> Value {
        let attributeClass = facts?[kCIAttributeClass] as? String ?? "NSNumber"
        let reader = ValueReader(imageOptions: imageOptions) { label in
            throw UnknownImageLabel.refusal(label, known: labels)
        }
        if ["CIImage", "CIImage?"].contains(attributeClass), setting.value.hasPrefix("@") {
            let label = String(setting.value.dropFirst())
            guard labels.contains(label) else { throw UnknownImageLabel.refusal(label, known: labels) }
            return .reference(label)
        }
        let limits = DeclaredLimits(facts)
        guard KeyFrameText.isWritten(in: setting.value, attributeClass: attributeClass) else {
            let value = try reader.value(setting.value, forKey: key, attributeClass: attributeClass)
            if let note = limits.note(on: value, forKey: key, of: filter.name) { notes?.print(note) }
            return .fixed(value)
        }
        let frames = try KeyFrames(
            try KeyFrameText(key: setting.key, value: setting.value), key: key, facts: facts, frameRate: frameRate,
            reader: reader)
        for value in frames.keyValues {
            if let note = limits.note(on: value, forKey: key, of: filter.name) { notes?.print(note) }
        }
        return .keyFrames(frames)
    }

    /// Returns the result for a frame.
    ///
    /// - Parameter seconds: The time of the frame.
    package func image(of source: CIImage, at seconds: Double) throws -> CIImage {
        try steps.withLock { steps in
            var labelled = ["input": source]
            var current = source
            for step in steps.steps {
                if step.takesImage { step.filter.setValue(current, forKey: kCIInputImageKey) }
                if step.takesTime { step.filter.setValue(NSNumber(value: seconds), forKey: kCIInputTimeKey) }
                for (key, value) in step.settings {
                    switch value {
                    case .fixed(let value): step.filter.setValue(value, forKey: key)
                    case .keyFrames(let frames): step.filter.setValue(frames.value(at: seconds), forKey: key)
                    case .reference(let label): step.filter.setValue(labelled[label], forKey: key)
                    }
                }
                current = try step.filter.renderableOutput()
                if let label = step.label { labelled[label] = current }
            }
            return current
        }
    }
}
