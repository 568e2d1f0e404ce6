import CoreImageEssentials
import Foundation
import ImageGraph

/// A mesh of lines: every vector of four numbers (x₀, y₀, x₁, y₁) is drawn as a line with round ends.
///
/// A pixel's share of the colour is the part of it that a line covers, in premultiplied linear working-space values.
/// Where lines meet or cross, the larger share is used, so that a mesh of a translucent colour is even. Anti-aliasing
/// and line ends are ours, because none are published; `LineMesh` has the formula. With thousands of lines, only the
/// pixels near the lines are drawn.
///
/// The extent is the smallest rectangle around the lines and half a pixel. Without a mesh there is no image; a mesh of
/// no lines, and a width of 0, give an empty one. Lines with coordinates that aren't finite are left out. Coordinates
/// are limited to 10¹⁵ and widths to 10⁶; widths that aren't finite count as 1.5. Anything but vectors of four numbers
/// is an error, `CIFilterError.badValue`.
class MeshGenerator: CIFilter, CIMeshGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMeshGenerator", categories: [.generator, .highDynamicRange, .video], kind: .generator,
            summary: "Draws lines.", status: .exact)
    }

    @CIInput(default: 1.5, min: 0, slider: 1...10, nonFinite: 1.5, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1)) var color: CIColor
    @CIInput("inputMesh", name: "Mesh") var lines: [CIVector]?

    var mesh: [Any] {
        get { lines ?? [] }
        set { setValue(newValue, forKey: "inputMesh") }
    }

    private static let kernel = CIColorKernel(
        "kernel vec4 meshLines(__sample coverage, __color color) { return color * coverage.a; }")

    override var outputImage: CIImage? {
        guard let lines else { return nil }
        if let odd = lines.firstIndex(where: { $0.count != 4 }) {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputMesh",
                    reason:
                        "vector \(odd) has \(lines[odd].count) numbers; each must have four, x and y of the line's two "
                        + "ends"))
        }
        let segments = lines.compactMap(Self.segment)
        let width = min(max(width, 0), 1e6)
        guard !segments.isEmpty, width > 0 else { return .empty() }
        let mesh = LineMesh(segments: segments, halfWidth: Double(width) / 2)
        return Self.kernel.apply(to: CIImage(node: .native(mesh, extent: mesh.extent)), color)
    }

    private static func segment(_ line: CIVector) -> LineSegment? {
        let numbers = [line.x, line.y, line.z, line.w].map { Double($0) }
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        let ends = numbers.map { min(max($0, -1e15), 1e15) }
        return LineSegment(start: SIMD2(ends[0], ends[1]), end: SIMD2(ends[2], ends[3]))
    }
}

/// Inputs of the mesh generator.
public protocol CIMeshGenerator: CIFilterProtocol {
    /// Width of the lines in pixels, 0 or more.
    var width: Float { get set }
    /// The lines' colour.
    var color: CIColor { get set }
    /// The lines: vectors (`CIVector`) of four numbers each, x and y of both ends in working space.
    var mesh: [Any] { get set }
}

extension CIFilter {
    /// A filter that draws lines.
    public class func meshGenerator() -> any CIFilter & CIMeshGenerator { registered(MeshGenerator()) }
}

extension MeshGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("mesh=20,20,160,220;160,220,300,20;300,20,20,20;20,140,300,140 color=#40c0ff width=3")
    }
}
