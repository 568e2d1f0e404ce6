import CommandOutput
import CoreImage
import FilterChains
import Foundation
import UntrustedInput

/// Renders the images of a transition between two pictures.
package struct TransitionFrames {
    package let filter: CIFilter
    private let first: CIImage
    private let second: CIImage

    /// Creates a transition.
    ///
    /// - Parameters:
    ///   - name: The transition's name, with or without `CI` and `Transition`, in any case.
    ///   - settings: Settings as `key=value`, as for `coreimage apply`. `@input` and `@target` are the two pictures.
    /// - Throws: `Refusal`, `ChainSyntaxError`, `CIFilterError`, or an error from reading a picture.
    package init(from first: CIImage, to second: CIImage, filter name: String, settings words: [String]) throws {
        (self.first, self.second) = (first, second)
        filter = try Self.transition(named: name)
        try setPlaces()
        try set(words)
    }

    /// Returns the image of a frame, with the extent of the first picture.
    package func image(_ frame: TransitionTimeline.Frame) throws -> CIImage {
        filter.setValue(frame.isBack ? second : first, forKey: kCIInputImageKey)
        filter.setValue(frame.isBack ? first : second, forKey: kCIInputTargetImageKey)
        filter.setValue(frame.time, forKey: kCIInputTimeKey)
        let image = try filter.renderableOutput().cropped(to: first.extent)
        // A transition's result may be smaller than the first picture.
        if image.extent == first.extent { return image }
        return image.composited(over: CIImage(color: .clear).cropped(to: first.extent))
    }

    /// Returns the image at a time of the transition, 0 to 1, with the extent of the first picture.
    package func image(at time: Double) throws -> CIImage {
        try image(TransitionTimeline.Frame(isBack: false, time: time))
    }

    /// Sets rectangles to the first picture's extent, and the centre to its centre.
    private func setPlaces() throws {
        let frame = first.extent
        for key in filter.inputKeys {
            let attributes = filter.attributes[key] as? [String: Any]
            if attributes?[kCIAttributeType] as? String == kCIAttributeTypeRectangle {
                filter.setValue(CIVector(cgRect: frame), forKey: key)
            } else if key == kCIInputCenterKey {
                filter.setValue(CIVector(x: frame.midX, y: frame.midY), forKey: key)
            }
        }
    }

    private func set(_ words: [String]) throws {
        let steps = try ChainStep.parse([filter.name] + words)
        guard steps.count == 1, steps[0].label == nil else {
            throw Refusal(
                "behind -- stand settings of \(filter.name), as key=value; chains of filters are for coreimage apply")
        }
        let reader = ValueReader(folder: nil) { [first, second] label in
            switch label {
            case "input": first
            case "target": second
            default: throw Refusal("@\(label): the pictures are @input and @target")
            }
        }
        for setting in steps[0].settings {
            let key = try FilterName.key(setting.key, of: filter)
            guard ![kCIInputImageKey, kCIInputTargetImageKey, kCIInputTimeKey].contains(key) else {
                throw Refusal("\(setting.key): the two pictures and the time are set for every frame; leave it out")
            }
            let attributes = filter.attributes[key] as? [String: Any]
            let kind = attributes?[kCIAttributeClass] as? String ?? "NSNumber"
            filter.setValue(try reader.value(setting.value, forKey: key, attributeClass: kind), forKey: key)
        }
    }

    private static func transition(named text: String) throws -> CIFilter {
        let names = CIFilter.filterNames(inCategory: kCICategoryTransition)
        let wanted = [text, "CI" + text, text + "Transition", "CI" + text + "Transition"].map { $0.lowercased() }
        if let match = wanted.lazy.compactMap({ name in names.first { $0.lowercased() == name } }).first,
            let filter = CIFilter(name: match)
        {
            let missing = [kCIInputImageKey, kCIInputTargetImageKey, kCIInputTimeKey].filter {
                !filter.inputKeys.contains($0)
            }
            guard missing.isEmpty else { throw Refusal("\(match) has no \(missing.joined(separator: ", "))") }
            return filter
        }
        let other = try? FilterName.filter(named: text)
        let spellings = [text, "CI" + text] + (other == nil ? ["CI" + text + "Transition"] : [])
        let nearest = spellings.lazy.compactMap { NearestName.of($0, among: names) }.first
        let remedy =
            (nearest.map { "did you mean \($0)? " } ?? "") + "coreimage filters --category transition lists them"
        let reason = other.map { "\($0.name) is not a transition" } ?? "there is no transition named \(text)"
        throw Refusal("\(reason); \(remedy)")
    }
}
