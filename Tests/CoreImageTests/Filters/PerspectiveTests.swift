import CoreImage
import Foundation
import Testing

@Suite("Filters: perspective, keystone and straightening")
struct PerspectiveTests {
    let grid = PixelGrid.colorful(x: -3, y: 2, width: 31, height: 23)
    /// Settings under which a good part of the picture stays visible.
    static var settings: [(filter: String, parameters: [String: Any])] {
        [
            ("CIPerspectiveTransform", .init(corners: [(-6, 14), (37, 39), (32.5, -3), (-1, 0.25)])),
            ("CIPerspectiveTransformWithExtent", .init(corners: [(0, 40), (30, 35), (25, 3), (3, 0)])),
            ("CIPerspectiveCorrection", .init(corners: [(0, 19), (26, 23), (22, 4), (2, 5)])),
            (
                "CIPerspectiveCorrection",
                [String: Any](corners: [(0, 19), (26, 23), (22, 4), (2, 5)]).merging(["inputCrop": false]) { $1 }
            ),
            ("CIPerspectiveRotate", ["inputPitch": 0.4, "inputYaw": 0.3, "inputRoll": -0.2]),
            ("CIKeystoneCorrectionVertical", .init(corners: [(3, 20), (22, 21), (26, 3), (0, 4)])),
            ("CIKeystoneCorrectionHorizontal", .init(corners: [(3, 20), (25, 22), (26, 4), (2, 6)])),
            ("CIKeystoneCorrectionCombined", .init(corners: [(3, 20), (22, 21), (26, 3), (0, 4)])),
            ("CIStraightenFilter", ["inputAngle": 0.4]),
        ]
    }

    @Test("Rendering in parts gives the same pixels", arguments: settings.indices)
    func parts(index: Int) throws {
        let (filter, parameters) = Self.settings[index]
        let image = grid.image.applyingFilter(filter, parameters: parameters)
        // Every fifth of eight by eight parts, so that they lie in all rows and columns of parts.
        try expectSameInParts(image, in: CGRect(x: -8, y: -5, width: 50, height: 50), part: 7, every: 5)
    }

    @Test("With colour filters before and after, all is one pass", arguments: settings.indices)
    func fusion(index: Int) throws {
        let (filter, parameters) = Self.settings[index]
        let image = grid.image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
            .applyingFilter(filter, parameters: parameters)
            .applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1])
        #expect(try image.explain(in: image.extent).passCount == 1)
    }

    @Test("A chain of warps with colour filters between them is one pass")
    func chain() throws {
        var image = grid.image
        for (filter, parameters) in Self.settings.dropFirst().prefix(4) {
            image = image.applyingFilter(filter, parameters: parameters)
                .applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1])
        }
        let cropped = image.cropped(to: image.extent.insetBy(dx: 2, dy: 2))
        #expect(try cropped.explain(in: cropped.extent).passCount == 1)
    }

    @Test(
        "A horizon that crosses the image leaves a finite picture, whatever part is rendered",
        arguments: [(1.2, 0), (0, -1.3), (0.9, 0.9), (-1.0, 0.5)])
    func horizon(pitch: Double, yaw: Double) throws {
        let image = grid.image.applyingFilter(
            "CIPerspectiveRotate", parameters: ["inputPitch": pitch, "inputYaw": yaw, "inputFocalLength": 15])
        let extent = image.extent
        // The result ends where the picture is magnified eight times, which bounds the extent to about eight pictures.
        try #require(!extent.isEmpty && extent.width < 600 && extent.height < 600, "\(extent)")
        let window = extent.intersection(CGRect(x: -60, y: -60, width: 120, height: 120))
        try expectSameInParts(image, in: window, part: 31)
        let pixels = try PixelGrid(rendering: image, in: window)
        #expect(pixels.first { !$0.scalars.allSatisfy(\.isFinite) } == nil)
    }

    @Test("A picture behind the camera is empty", arguments: [(2.5, 0, 15.0), (0, Double.pi, 50)])
    func behind(pitch: Double, yaw: Double, focalLength: Double) {
        let image = grid.image.applyingFilter(
            "CIPerspectiveRotate",
            parameters: ["inputPitch": pitch, "inputYaw": yaw, "inputFocalLength": focalLength])
        #expect(image.extent.isEmpty)
    }

    @Test("An uncropped correction ends before the horizon")
    func uncropped() throws {
        let corners = [String: Any](corners: [(12, 9), (15, 9), (17, 3), (2, 3)])
        let image = grid.image.applyingFilter(
            "CIPerspectiveCorrection", parameters: corners.merging(["inputCrop": false]) { $1 })
        #expect(!image.extent.isInfinite && image.extent.height < 400, "\(image.extent)")
        try expectSameInParts(image, in: CGRect(x: -30, y: -10, width: 80, height: 90), part: 29)
    }

    @Test("Corners that aren't convex are an error that names them", arguments: settings.prefix(3).indices)
    func dented(index: Int) throws {
        let (filter, parameters) = Self.settings[index]
        for point in [CGPoint(x: 25, y: 5), CGPoint(x: CGFloat.nan, y: 3), CGPoint(x: 1e12, y: 0)] {
            let image = grid.image.applyingFilter(
                filter, parameters: parameters.merging(["inputTopLeft": point]) { $1 })
            let error = #expect(throws: CIFilterError.self) { try PixelGrid(rendering: image, in: grid.bounds) }
            #expect(error?.description.contains("inputTopLeft") == true)
        }
    }

    @Test("An infinite image is an error only where its corners are needed")
    func endless() throws {
        let color = CIImage(color: CIColor(red: 0.25, green: 0.5, blue: 1))
        for index in [0, 3, 4, 5, 8] {
            let (filter, parameters) = Self.settings[index]
            let image = color.applyingFilter(filter, parameters: parameters)
            let error = #expect(throws: CIFilterError.self, "\(filter)") {
                try PixelGrid(rendering: image, in: grid.bounds)
            }
            #expect(error?.description.contains(kCIInputImageKey) == true)
        }
        let page = color.applyingFilter("CIPerspectiveCorrection", parameters: Self.settings[2].parameters)
        #expect(page.extent.origin == .zero && page.extent.width > 20)
        let wanted = try PixelGrid(rendering: color, in: CGRect(x: 0, y: 0, width: 1, height: 1))[0, 0]
        try expect(page, in: page.extent) { _, _ in wanted }
    }

    @Test("Straightening an opaque picture leaves it opaque, at any angle", arguments: [0.01, 0.3, 1, -2, 3.1])
    func opaque(angle: Double) throws {
        let white = PixelGrid(x: 4, y: -3, width: 17, height: 9) { _, _ in SIMD4(repeating: 1) }
        let image = white.image.applyingFilter("CIStraightenFilter", parameters: ["inputAngle": angle])
        #expect(image.extent == white.bounds)
        try expect(image, in: white.bounds, tolerance: 1e-6) { _, _ in SIMD4(repeating: 1) }
    }

    @Test("A perspective transform undoes the correction")
    func thereAndBack() throws {
        let corners = [String: Any](corners: [(0, 19), (26, 23), (22, 4), (2, 5)])
        let smooth = PixelGrid(x: -3, y: 2, width: 31, height: 23) { x, y in
            SIMD4(Float(x + 3) / 31, Float(y) / 25, 0.5, 1)
        }
        let image = smooth.image.applyingFilter("CIPerspectiveCorrection", parameters: corners)
            .applyingFilter("CIPerspectiveTransform", parameters: corners)
        try expect(image, in: CGRect(x: 5, y: 9, width: 14, height: 8), tolerance: 5e-3) { smooth[$0, $1] }
    }
}

extension SIMD4<Float> {
    fileprivate var scalars: [Float] { (0..<4).map { self[$0] } }
}
