import CoreImageEssentials
import Foundation

/// An input value of a class other than the basic ones. It is stored as fields, from which it is created again.
protocol RecipeObject: AnyObject {
    /// The name of the class in recipes.
    static var recipeName: String { get }
    /// Returns the fields that an object can be created from, as values of key-value coding.
    static func fields(of object: any RecipeObject) -> [(key: String, value: Any)]
    /// Creates an object from fields; nil if they are invalid.
    static func object(from fields: [String: Any]) -> Any?
}

/// The classes that conform to `RecipeObject`, by their names in recipes.
enum RecipeObjects {
    private static var classes: [any RecipeObject.Type] {
        [
            CIQRCodeDescriptor.self, CIAztecCodeDescriptor.self, CIPDF417CodeDescriptor.self,
            CIDataMatrixCodeDescriptor.self, NSAttributedString.self, AVCameraCalibrationData.self,
        ]
    }

    /// Returns the class with this name.
    static func type(named name: String) -> (any RecipeObject.Type)? { classes.first { $0.recipeName == name } }

    /// The names of all classes.
    static var names: [String] { classes.map { $0.recipeName } }
}
