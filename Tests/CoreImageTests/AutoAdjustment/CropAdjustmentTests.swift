import Foundation
import TestSupport
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Automatic adjustment: cropping")
struct CropAdjustmentTests {
    private let only: [CIImageAutoAdjustmentOption: Any] = [.crop: true, .enhance: false, .redEye: false]

    private func face(_ x: CGFloat, _ y: CGFloat, side: CGFloat) -> CIFaceFeature {
        let bounds = CGRect(x: x - side / 2, y: y - side / 2, width: side, height: side)
        return CIFaceFeature(FoundFace(bounds: bounds), tracking: nil)
    }

    private func rectangle(
        of image: CIImage, features: [CIFeature], orientation: Int = 1
    ) throws -> CGRect? {
        let options = only.merging([
            .features: features, .init(rawValue: CIDetectorImageOrientation): orientation,
        ]) { $1 }
        let filters = try image.checkedAutoAdjustmentFilters(options: options)
        #expect(filters.count <= 1)
        guard let filter = filters.first else { return nil }
        #expect(filter.name == "CICrop")
        return try #require(filter.value(forKey: "inputRectangle") as? CIVector).cgRectValue
    }

    private let picture = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: 600, height: 400))

    @Test("A face at the side is placed a third from the side and from the top")
    func thirds() throws {
        let crop = try #require(try rectangle(of: picture, features: [face(170, 220, side: 50)]))
        #expect(abs(crop.width / crop.height - 1.5) < 0.01)
        #expect(abs((170 - crop.minX) / crop.width - 1 / 3) < 0.01)
        #expect(abs((220 - crop.minY) / crop.height - 2 / 3) < 0.01)
        let right = try #require(try rectangle(of: picture, features: [face(430, 220, side: 50)]))
        #expect(abs((430 - right.minX) / right.width - 2 / 3) < 0.01)
    }

    @Test("A face near the middle and a group stay in the middle")
    func middle() throws {
        let crop = try #require(try rectangle(of: picture, features: [face(310, 220, side: 50)]))
        #expect(abs(crop.midX - 310) <= 1)
        let group = try #require(
            try rectangle(of: picture, features: [face(260, 230, side: 30), face(400, 210, side: 30)]))
        #expect(abs(group.midX - 330) <= 1)
    }

    @Test("No crop without features, if faces fill the picture, or of tiny pictures")
    func nothing() throws {
        #expect(try rectangle(of: picture, features: []) == nil)
        #expect(try rectangle(of: picture, features: [face(300, 200, side: 260)]) == nil)
        #expect(try rectangle(of: picture, features: [face(40, 200, side: 60), face(560, 200, side: 60)]) == nil)
        #expect(try rectangle(of: picture, features: [face(900, 900, side: 60)]) == nil)
        let dot = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: 9, height: 6))
        #expect(try rectangle(of: dot, features: [face(4, 3, side: 2)]) == nil)
    }

    @Test("Random faces: the crop cuts no head and keeps 60 % of each side")
    func rules() throws {
        var generator = SeededGenerator(seed: 1)
        func random(_ range: ClosedRange<CGFloat>) -> CGFloat {
            range.lowerBound + CGFloat(generator.next() >> 40) / 16_777_216 * (range.upperBound - range.lowerBound)
        }
        var crops = 0
        for _ in 0..<400 {
            let frame = CGRect(
                x: random(-500...500).rounded(), y: random(-500...500).rounded(), width: random(60...2000).rounded(),
                height: random(60...2000).rounded())
            let subjects = (0..<Int(random(1...4.99))).map { _ -> CGRect in
                let side = random(8...300)
                return CGRect(
                    x: random(frame.minX - 50...frame.maxX), y: random(frame.minY - 50...frame.maxY), width: side,
                    height: side)
            }
            let composition = Composition(
                subjects: subjects.map { SubjectFrame($0, isFace: true) }, picture: frame)
            guard let crop = composition.frame else { continue }
            crops += 1
            #expect(frame.contains(crop), "\(crop) of \(frame)")
            #expect(crop == crop.integral)
            #expect(crop.width >= 0.6 * frame.width - 1 && crop.height >= 0.6 * frame.height - 1)
            #expect(crop.width < 0.93 * frame.width && crop.height < 0.93 * frame.height)
            for subject in subjects {
                // Slightly less than `SubjectFrame` adds around a face for hair, chin and neck.
                let head = CGRect(
                    x: subject.minX - 0.29 * subject.width, y: subject.minY - 0.39 * subject.height,
                    width: 1.58 * subject.width, height: 1.93 * subject.height
                ).intersection(frame)
                if !head.isNull, !head.isEmpty { #expect(crop.contains(head), "\(head) in \(crop)") }
            }
        }
        #expect(crops > 60)
    }

    @Test("Other features are framed too, a third from the side")
    func others() throws {
        let code = CIFeature(type: CIFeatureTypeQRCode, bounds: CGRect(x: 380, y: 100, width: 60, height: 60))
        let crop = try #require(try rectangle(of: picture, features: [code]))
        #expect(crop.contains(code.bounds))
        #expect(abs((410 - crop.minX) / crop.width - 2 / 3) < 0.01)
    }

    @Test("In every orientation the upright crop is the same", arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let moved = picture.transformed(by: CGAffineTransform(translationX: 30, y: -70))
        let face = face(180, 160, side: 50)
        let upright = try #require(try rectangle(of: moved, features: [face]))
        let (stored, map) = DetectionScene.stored(moved, in: orientation)
        let crop = try #require(
            try rectangle(of: stored, features: [face.moved(by: map, turning: 0)], orientation: number))
        #expect(crop == upright.applying(map).integral || crop == upright.applying(map))
    }

    /// A horizon that rises by 3°, drawn once for all orientations.
    private static let horizon: CIImage = {
        let slope = tan(3 * Double.pi / 180)
        return PixelGrid(width: 360, height: 240) { x, y in
            let height = Double(y) - 60 - slope * (Double(x) - 180)
            let tone = Float(min(max(height + 0.5, 0), 1)) * 0.5 + 0.1
            return SIMD4(tone, tone, tone, 1)
        }.image
    }()

    @Test("After levelling, the crop is computed from the rotated faces", arguments: [1, 2, 6, 7])
    func levelled(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let (stored, map) = DetectionScene.stored(Self.horizon, in: orientation)
        // At the left.
        let face = face(110, 150, side: 40)
        let options = only.merging([
            .level: true, .features: [face.moved(by: map, turning: 0)],
            .init(rawValue: CIDetectorImageOrientation): number,
        ]) { $1 }
        let filters = try stored.checkedAutoAdjustmentFilters(options: options)
        #expect(filters.map(\.name) == ["CIStraightenFilter", "CICrop"])
        let crop = try #require(filters.last?.value(forKey: "inputRectangle") as? CIVector).cgRectValue
        // The face's centre after the filter has levelled the picture and enlarged it to fill its frame.
        let angle = 3 * CGFloat.pi / 180
        let scale = cos(angle) + sin(angle) * 1.5
        let (dx, dy) = (110.0 - 180, 150.0 - 120)
        let focus = CGPoint(
            x: 180 + scale * (dx * cos(angle) + dy * sin(angle)), y: 120 + scale * (dy * cos(angle) - dx * sin(angle)))
        let upright = crop.applying(map.inverted())
        #expect(abs((focus.x - upright.minX) / upright.width - 1 / 3) < 0.02, "\(upright)")
        #expect(abs((focus.y - upright.minY) / upright.height - 2 / 3) < 0.02, "\(upright)")
    }
}
