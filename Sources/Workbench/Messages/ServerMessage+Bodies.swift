import CoreImage
import Foundation
import Gallery

/// The contents of messages.
extension ServerMessage {
    /// A picture that can be opened.
    package struct PictureName: Sendable, Encodable {
        package var id: String
        package var name: String
    }

    /// The controls of a filter.
    package struct Controls: Sendable, Encodable {
        package var filter: String
        package var controls: [CIFilterControl]
        /// The names of the samples that image inputs have until a picture is chosen, by key.
        package var samples: [String: String]
        /// The page that the filter's image unit brings instead; nil if it brings none.
        package var interface: InterfaceShelf.Place?

        /// Creates the controls of a filter.
        init(of filter: CIFilter, interface: InterfaceShelf.Place?) {
            (self.filter, self.interface) = (filter.name, interface)
            controls = filter.controls()
            let others = controls.filter { $0.kind == .picture && $0.key != kCIInputImageKey }
            samples = Dictionary(
                others.map { ($0.key, SamplePicture.suitable(forKey: $0.key).name) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// The stack and the picture.
    package struct State: Sendable, Encodable {
        package var picture: String
        package var width: Double
        package var height: Double
        package var layers: [Layer]
        package var canUndo: Bool
        /// The number of changes of the stack that can be undone, so that the page knows whether a stroke came later.
        package var undoCount: Int
        package var canRedo: Bool
        /// The number of painted strokes that can be undone.
        package var strokes: Int
        /// The clip that is open instead of a picture.
        package var clip: Clip?
    }

    /// A clip.
    package struct Clip: Sendable, Encodable {
        /// The duration in seconds; 0 if the file doesn't state it.
        package var duration: Double
        /// Frames a second.
        package var frameRate: Double
        /// The time that is shown, in seconds.
        package var time: Double
    }

    /// How far the writing of a clip is.
    package struct ExportProgress: Sendable, Encodable {
        /// From 0 to 1; nil once the clip was sent, or isn't written any more.
        package var fraction: Double?
    }

    /// A filter in the stack.
    package struct Layer: Sendable, Encodable {
        package var id: Int
        package var filter: String
        package var isEnabled: Bool
        package var values: [String: CIFilterControlValue]
        package var pictures: [String: String]
        /// The numbers of bytes of tables. Only small ones are sent back, which the page may show as curves.
        package var tables: [String: Int]

        private static let largestTable = 16 << 10

        /// Creates the description of a filter in the stack.
        init(_ layer: StackLayer) {
            (id, filter, isEnabled, pictures) = (layer.id, layer.filter, layer.isEnabled, layer.pictures)
            (values, tables) = ([:], [:])
            for (key, value) in layer.values {
                if case .data(let data) = value {
                    tables[key] = data.count
                    if data.count > Self.largestTable { continue }
                }
                values[key] = value
            }
        }
    }

    /// Where the result is, and the errors of the stack.
    package struct Result: Sendable, Hashable, Encodable {
        /// x, y, width and height in pixels of the picture; nil if it is empty or infinite.
        package var extent: [Double]?
        package var isInfinite: Bool
        package var failures: [StackFailure]
    }

    /// The values of a pixel: red, green, blue and alpha.
    package struct Pixel: Sendable, Encodable {
        package var x: Double
        package var y: Double
        /// Premultiplied, in the working space, which is linear.
        package var working: [Float]
        /// Not premultiplied, in sRGB from 0 to 1.
        package var encoded: [Float]
    }

    /// A stack as text.
    package struct Exported: Sendable, Encodable {
        package var form: ExportForm
        package var text: String
        /// What has to be done before the text can be used; nil if nothing has.
        package var note: String?

        /// Creates a text.
        init(form: ExportForm, text: String, note: String? = nil) {
            (self.form, self.text, self.note) = (form, text, note)
        }
    }

    /// The reason why a filter has no thumbnail.
    package struct NoThumbnail: Sendable, Encodable {
        package var id: UInt32
        package var message: String
    }

    /// The reason why a message of the page wasn't followed.
    package struct Refused: Sendable, Encodable {
        package var message: String
        /// The filter that the message would have changed.
        package var layer: Int?
        /// The input that the message would have changed.
        package var key: String?

        /// Creates a reason.
        package init(message: String, layer: Int? = nil, key: String? = nil) {
            (self.message, self.layer, self.key) = (message, layer, key)
        }
    }
}
