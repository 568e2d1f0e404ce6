import CoreImageEssentials
import Foundation
import UntrustedInput

/// An error of creating a detector, or of detecting features in a picture.
///
/// `description` names what is missing and the package that contains it. Invalid options throw `CIError`, and images
/// that can't be rendered throw `RenderingError`.
public enum CIDetectionError: Error, Sendable {
    /// There is no detector of this type.
    case unknownType(String)
    /// The library of detection engines can't be opened. `tried` are the paths that were tried, and `reason` is the
    /// system's error if one of these files exists.
    case missingLibrary(tried: [String], reason: String?)
    /// The library of detection engines is from another version.
    case incompatibleLibrary(path: String)
    /// A cascade file of OpenCV can't be read, or is in none of the folders.
    case missingCascade(file: String, folders: [String])
    /// A detection engine failed.
    case engineFailed(type: String, reason: String)
}

extension CIDetectionError: CustomStringConvertible, LocalizedError {
    /// The error and its remedy.
    public var description: String {
        switch self {
        case .unknownType(let type):
            return "There is no detector \"\(printable(type))\"; write CIDetectorTypeFace, CIDetectorTypeRectangle, "
                + "CIDetectorTypeQRCode or CIDetectorTypeText"
        case .missingLibrary(let tried, let reason):
            if let reason {
                return
                    "Detectors can't open \(DetectionLibrary.fileName): \(printable(reason)); install the Debian packages "
                    + "libopencv-objdetect406 and libzxing2, or build the library again on this system"
            }
            return
                "Detectors need \(DetectionLibrary.fileName), which is none of \(printable(tried.joined(separator: ", "))); "
                + "install the Debian packages libopencv-objdetect-dev and libzxing-dev and add the product "
                + "CoreImageDetection to your target's dependencies, or name the library's path in "
                + DetectionLibrary.variable
        case .incompatibleLibrary(let path):
            return "\(printable(path)) belongs to another version of Core Image; build the package again, "
                + "or name another library in \(DetectionLibrary.variable)"
        case .missingCascade(let file, let folders):
            return
                "Faces can't be detected without \(printable(file)), which can't be read in \(printable(folders.joined(separator: ", "))); "
                + "install the Debian package opencv-data, or name the folder of OpenCV's cascades in \(CascadeFolder.variable)"
        case .engineFailed(let type, let reason):
            return "the engine of \(printable(type)) failed: \(printable(reason)); try a smaller part of the picture"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
