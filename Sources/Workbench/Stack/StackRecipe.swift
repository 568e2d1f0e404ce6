import CoreImage
import Foundation

/// The image that a stack makes of a picture.
struct StackRecipe {
    /// A picture for an image input other than the main one.
    enum Choice {
        /// The picture with a name.
        case chosen(String)
        /// A sample that suits the input with a key.
        case suitable(key: String)
    }

    /// The result. Filters with an error are left out.
    var image: CIImage
    /// The errors that are known before pixels are computed.
    var failures: [StackFailure]

    /// Builds the recipe.
    ///
    /// - Parameters:
    ///   - stack: The filters.
    ///   - picture: The picture that the first filter gets.
    ///   - pictures: Returns another picture.
    init(_ stack: FilterStack, of picture: CIImage, pictures: (Choice) throws -> CIImage) {
        var (current, failures) = (picture, [StackFailure]())
        for layer in stack.layers where layer.isEnabled {
            do throws(StackFailure) {
                current = try Self.result(of: layer, on: current, pictures: pictures)
            } catch {
                failures.append(error)
            }
        }
        (image, self.failures) = (current, failures)
    }

    private static func result(
        of layer: StackLayer, on current: CIImage, pictures: (Choice) throws -> CIImage
    ) throws(StackFailure) -> CIImage {
        guard let filter = CIFilter(name: layer.filter) else {
            throw StackFailure(layer: layer.id, message: "There is no filter \(layer.filter) any more. Remove it.")
        }
        for control in LayerControls.of(filter) {
            do {
                if control.kind == .picture {
                    let chosen = layer.pictures[control.key]
                    if let chosen {
                        filter.setValue(try pictures(.chosen(chosen)), forKey: control.key)
                    } else if control.key == kCIInputImageKey {
                        filter.setValue(current, forKey: control.key)
                    } else {
                        filter.setValue(try pictures(.suitable(key: control.key)), forKey: control.key)
                    }
                } else if let value = layer.values[control.key] {
                    filter.setValue(try control.inputValue(of: value), forKey: control.key)
                }
            } catch {
                throw StackFailure(layer: layer.id, key: control.key, message: "\(error)")
            }
        }
        do {
            return try filter.renderableOutput()
        } catch {
            throw StackFailure(error, layer: layer.id)
        }
    }
}

extension StackFailure {
    /// Creates the failure of a filter from its error, which may name an input.
    init(_ error: any Error, layer: Int?) {
        let key: String? =
            switch error as? CIFilterError {
            case .badValue(_, let key, _), .wrongClass(_, let key, _, _), .unknownKey(_, let key, _, _): key
            case .noOutput(_, let missing): missing.first
            default: nil
            }
        self.init(layer: layer, key: key, message: "\(error)")
        if case .noOutput(_, let missing)? = error as? CIFilterError, !missing.isEmpty { kind = .missing }
    }

    /// Creates the failure of a rendering. An error of a filter is that of the last filter with this name.
    init(rendering error: any Error, of stack: FilterStack) {
        let name: String? =
            switch error as? CIFilterError {
            case .badValue(let filter, _, _), .wrongClass(let filter, _, _, _), .unknownKey(let filter, _, _, _),
                .noOutput(let filter, _):
                filter
            default: nil
            }
        self.init(error, layer: stack.layers.last { $0.isEnabled && $0.filter == name }?.id)
        (kind, message) = (.rendering, RenderingFailureText(error: error).text)
    }
}
