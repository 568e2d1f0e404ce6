import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Keystone: turns of the camera from guides")
struct KeystoneGuidesTests {
    let frame = CGRect(x: 10, y: -20, width: 600, height: 400)
    /// A rectangle parallel to the film of the camera before it turns.
    let facade = CGRect(x: 200, y: 80, width: 150, height: 140)

    /// Returns guides along the facade's edges, as the turned camera sees them.
    private func guides(turned: CameraRotation) -> KeystoneGuides {
        let map = turned.homography(for: frame)
        let seen = facade.corners.map { map($0) }
        let shape = Quadrilateral(topLeft: seen[0], topRight: seen[1], bottomRight: seen[2], bottomLeft: seen[3])
        return KeystoneGuides(corners: shape, extent: frame, focalLength: turned.focalLength)
    }

    @Test("A camera turned up or down is turned back", arguments: [-0.4, -0.1, 0, 0.25, 0.6])
    func vertical(pitch: Double) throws {
        let found = try guides(turned: CameraRotation(focalLength: 35, pitch: pitch)).vertical(filter: "CIName")
        #expect(abs(found.pitch + pitch) < 1e-9 && found.yaw == 0 && found.roll == 0)
    }

    @Test("A camera turned aside is turned back", arguments: [-0.4, -0.1, 0, 0.25, 0.6])
    func horizontal(yaw: Double) throws {
        let found = try guides(turned: CameraRotation(focalLength: 24, yaw: yaw)).horizontal(filter: "CIName")
        #expect(abs(found.yaw + yaw) < 1e-9 && found.pitch == 0 && found.roll == 0)
    }

    @Test(
        "A camera turned about all axes is turned back: the facade is the rectangle that it was",
        arguments: [(0.3, -0.2, 0.1), (-0.35, 0.4, -0.15), (0, 0, 0.3), (0.1, 0.5, 0)])
    func combined(pitch: Double, yaw: Double, roll: Double) throws {
        let turn = CameraRotation(focalLength: 28, pitch: pitch, yaw: yaw, roll: roll)
        let guides = guides(turned: turn)
        let found = try guides.combined(filter: "CIName")
        let both = turn.homography(for: frame).concatenating(found.homography(for: frame))
        // The two rotations must cancel.
        for corner in facade.corners + frame.corners {
            let result = both(corner)
            #expect(abs(result.x - corner.x) < 1e-6 && abs(result.y - corner.y) < 1e-6, "\(result), \(corner)")
        }
    }

    @Test("Guides that can't become parallel are refused, with the points' keys")
    func refused() throws {
        let frame = Quadrilateral(frame)
        var point = frame
        (point.topLeft, point.topRight) = (CGPoint(x: 300, y: 190), CGPoint(x: 300, y: 190))
        var lines = frame
        lines.topLeft = lines.bottomLeft
        // The side guides meet just above the picture's middle, so the camera would have to look straight up.
        var close = frame
        (close.topLeft, close.topRight) = (CGPoint(x: 309, y: 181), CGPoint(x: 311, y: 181))
        for (name, shape) in [("two equal corners", point), ("guides on one line", lines), ("guides that meet", close)]
        {
            let guides = KeystoneGuides(corners: shape, extent: self.frame, focalLength: 1000)
            let error = #expect(throws: CIFilterError.self, "\(name)") { try guides.combined(filter: "CIName") }
            let text = error?.description ?? ""
            #expect(Quadrilateral.keys.allSatisfy(text.contains), "\(name): \(text)")
        }
    }
}
