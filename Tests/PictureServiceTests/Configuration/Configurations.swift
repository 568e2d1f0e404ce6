import Foundation
import PictureService

/// Makes configurations of texts.
enum Configurations {
    static func images(_ text: String) throws -> ImageSettings {
        try JSONDecoder().decode(ImageSettings.self, from: Data(text.utf8))
    }

    /// Returns a configuration that is loaded from a file in a folder.
    static func load(_ text: String, in folder: String) throws -> ServiceConfiguration {
        let path = folder + "/service.json"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return try ServiceConfiguration(contentsOf: path)
    }
}
