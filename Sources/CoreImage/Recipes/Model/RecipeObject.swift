import Foundation

/// An object that a filter's input may hold and that is more than numbers and text: it is written as its fields, and made from them
/// again.
protocol RecipeObject: AnyObject {
    /// The class in recipes.
    static var recipeName: String { get }
    /// What an object is made from, as values of key-value coding.
    static func fields(of object: any RecipeObject) -> [(key: String, value: Any)]
    /// The object that fields describe; nil where they describe none.
    static func object(from fields: [String: Any]) -> Any?
}

/// The classes by their names in recipes.
enum RecipeObjects {
    private static var classes: [any RecipeObject.Type] {
        [
            CIQRCodeDescriptor.self, CIAztecCodeDescriptor.self, CIPDF417CodeDescriptor.self,
            CIDataMatrixCodeDescriptor.self, NSAttributedString.self, AVCameraCalibrationData.self,
        ]
    }

    /// The class of that name.
    static func type(named name: String) -> (any RecipeObject.Type)? { classes.first { $0.recipeName == name } }

    /// Every name.
    static var names: [String] { classes.map { $0.recipeName } }
}
