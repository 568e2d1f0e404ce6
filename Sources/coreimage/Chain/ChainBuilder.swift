import CoreImage
import Foundation
import KernelLanguage

/// Builds the recipe that a chain describes.
struct ChainBuilder {
    /// The picture given on the command line, if any.
    let input: CIImage?
    /// Where files named in settings are looked for; the working folder when nil.
    var folder: URL?

    /// The last step's result.
    func image(for steps: [ChainStep]) throws -> CIImage {
        var labelled: [String: CIImage] = [:]
        var current = input
        let reader = ValueReader(folder: folder) { label in
            if label == "input" {
                guard let input else {
                    throw Refusal("@input: no input picture is given; write one before the options")
                }
                return input
            }
            if let image = labelled[label] { return image }
            let known = ["input"] + labelled.keys.sorted()
            let remedy =
                NearestName.of(label, among: known).map { "did you mean @\($0)?" }
                ?? "earlier results are \(known.map { "@" + $0 }.joined(separator: ", "))"
            throw Refusal("@\(label): no earlier step has this label; \(remedy)")
        }
        for step in steps {
            let result = try output(of: step, previous: current, reader: reader)
            if let label = step.label { labelled[label] = result }
            current = result
        }
        guard let current else { throw ChainSyntaxError.noFilter }
        return current
    }

    private func output(of step: ChainStep, previous: CIImage?, reader: ValueReader) throws -> CIImage {
        let filter = try FilterName.filter(named: step.filter)
        let attributes = filter.attributes
        if filter.inputKeys.contains(kCIInputImageKey), let previous {
            filter.setValue(previous, forKey: kCIInputImageKey)
        }
        for setting in step.settings {
            let key = try FilterName.key(setting.key, of: filter)
            let attributeClass = (attributes[key] as? [String: Any])?[kCIAttributeClass] as? String ?? "NSNumber"
            filter.setValue(try reader.value(setting.value, forKey: key, attributeClass: attributeClass), forKey: key)
        }
        return try filter.renderableOutput()
    }
}
