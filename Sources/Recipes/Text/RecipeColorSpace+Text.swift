import CoreImageEssentials
import Foundation

/// Coded as the colour space's name, or as a dictionary with its ICC profile.
extension RecipeColorSpace: Codable {
    package init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self = .named(name)
        } else {
            self = .profile(try decoder.fields(["profile"]).decode(Data.self, forKey: "profile"))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .named(let name):
            var container = encoder.singleValueContainer()
            try container.encode(name)
        case .profile(let data):
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(data, forKey: "profile")
        }
    }
}
