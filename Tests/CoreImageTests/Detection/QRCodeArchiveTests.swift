import CoreImage
import Testing

@Suite("Detectors: archives of QR codes", .enabled(if: DetectionScene.hasEngines, DetectionScene.withoutEngines))
struct QRCodeArchiveTests {
    private let feature: CIQRCodeFeature

    init() throws {
        let scene = DetectionScene.placedCode(
            DetectionScene.code("archived, grün"),
            at: DetectionScene.corners(width: 180, height: 180, at: CGPoint(x: 200, y: 200), angle: 20)
        ).image.composited(over: DetectionScene.ground(width: 400, height: 400))
        feature = try #require(
            try CIDetector(checkingType: CIDetectorTypeQRCode).detectedFeatures(in: scene).first as? CIQRCodeFeature)
    }

    @Test("An unarchived code equals the original; copying returns the same object")
    func archive() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: feature, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIQRCodeFeature.self, from: data))
        #expect(read.corners == feature.corners && read.bounds == feature.bounds && read.type == CIFeatureTypeQRCode)
        #expect(read.messageString == "archived, grün")
        #expect(read.symbolDescriptor != nil && read.symbolDescriptor == feature.symbolDescriptor)
        #expect(feature.copy() as? CIQRCodeFeature === feature)
    }

    @Test("Archives with missing or invalid corners, and truncated ones, decode to nil")
    func hostile() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: feature, requiringSecureCoding: true)
        /// Unarchives the code after changing the dictionary of its own object in the archive.
        func changed(_ change: (inout [String: Any]) -> Void) throws -> CIQRCodeFeature? {
            var format = PropertyListSerialization.PropertyListFormat.binary
            var list = try #require(
                try PropertyListSerialization.propertyList(from: data, format: &format) as? [String: Any])
            var objects = try #require(list["$objects"] as? [Any])
            let index = try #require(objects.firstIndex { ($0 as? [String: Any])?["topLeft.x"] != nil })
            var object = try #require(objects[index] as? [String: Any])
            change(&object)
            objects[index] = object
            list["$objects"] = objects
            let hostile = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
            return try? NSKeyedUnarchiver.unarchivedObject(ofClass: CIQRCodeFeature.self, from: hostile)
        }
        #expect(try changed { _ in } != nil)
        #expect(try changed { $0["topLeft.x"] = nil } == nil)
        #expect(try changed { $0["bottomRight.y"] = Double.infinity } == nil)
        #expect(try changed { $0["bottomLeft.x"] = Double.nan } == nil)
        #expect(try changed { $0["topRight.y"] = 1e300 } == nil)
        // Message and descriptor are optional.
        let plain = try #require(try changed { ($0["messageString"], $0["symbolDescriptor"]) = (nil, nil) })
        #expect(plain.messageString == nil && plain.symbolDescriptor == nil)
        for length in stride(from: 0, to: data.count, by: 61) {
            #expect(
                (try? NSKeyedUnarchiver.unarchivedObject(ofClass: CIQRCodeFeature.self, from: data.prefix(length)))
                    == nil)
        }
    }
}
