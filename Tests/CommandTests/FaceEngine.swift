import CoreImage
import Testing

/// Whether faces can be looked for on this machine.
enum FaceEngine {
    static let isThere = (try? CIDetector(checkingType: CIDetectorTypeFace)) != nil
    static let missing: Comment =
        "there is no engine or no cascades: apt-get install libopencv-objdetect-dev libzxing-dev opencv-data, and build again"
}
