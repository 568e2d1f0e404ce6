import CommandOutput
import CoreImage
import Foundation
import UntrustedInput

/// Builds the recipe for a chain of filters.
package struct ChainBuilder {
    /// The input picture of the command line, if any.
    private let input: CIImage?
    private let images: [String: CIImage]
    private let folder: URL?
    private let opensFiles: Bool
    private let imageOptions: [CIImageOption: Any]?
    private let notes: DistinctNotes?

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - images: Further pictures, which settings name as `@NAME`.
    ///   - folder: The folder for relative paths in settings. Nil for the working folder.
    ///   - opensFiles: Whether settings may name files.
    ///   - imageOptions: Options for opening pictures named in settings.
    ///   - notes: Prints notes about values for the user. Nil discards them.
    package init(
        input: CIImage?, images: [String: CIImage] = [:], folder: URL? = nil, opensFiles: Bool = true,
        imageOptions: [CIImageOption: Any]? = nil, notes: DistinctNotes? = nil
    ) {
        (self.input, self.images, self.folder, self.opensFiles) = (input, images, folder, opensFiles)
        (self.imageOptions, self.notes) = (imageOptions, notes)
    }

    /// Returns the result of the last step.
    package func image(for steps: [ChainStep]) throws -> CIImage {
        var labelled = images
        var current = input
        for step in steps {
            let result = try output(
                of: try FilterName.filter(named: step.filter), settings: step.settings, previous: current,
                reader: reader(labelled))
            if let label = step.label { labelled[label] = result }
            current = result
        }
        guard let current else { throw ChainSyntaxError.noFilter }
        return current
    }

    /// Returns the result of applying one filter to the input. The filter need not be registered.
    package func image(through filter: CIFilter, settings: [ChainStep.Setting]) throws -> CIImage {
        try output(of: filter, settings: settings, previous: input, reader: reader(images))
    }

    /// Returns a reader of values that resolves `@input` and `@LABEL`.
    private func reader(_ labelled: [String: CIImage]) -> ValueReader {
        ValueReader(folder: folder, opensFiles: opensFiles, imageOptions: imageOptions) { label in
            if label == "input" {
                guard let input else {
                    throw Refusal("@input: no input picture is given; write one before the options")
                }
                return input
            }
            if let image = labelled[label] { return image }
            throw UnknownImageLabel.refusal(label, known: ["input"] + labelled.keys.sorted())
        }
    }

    private func output(
        of filter: CIFilter, settings: [ChainStep.Setting], previous: CIImage?, reader: ValueReader
    ) throws -> CIImage {
        let attributes = filter.attributes
        if filter.inputKeys.contains(kCIInputImageKey), let previous {
            filter.setValue(previous, forKey: kCIInputImageKey)
        }
        for setting in settings {
            let key = try FilterName.key(setting.key, of: filter)
            let facts = attributes[key] as? [String: Any]
            let attributeClass = facts?[kCIAttributeClass] as? String ?? "NSNumber"
            let value = try reader.value(setting.value, forKey: key, attributeClass: attributeClass)
            if let note = DeclaredLimits(facts).note(on: value, forKey: key, of: filter.name) { notes?.print(note) }
            filter.setValue(value, forKey: key)
        }
        return try filter.renderableOutput()
    }
}
