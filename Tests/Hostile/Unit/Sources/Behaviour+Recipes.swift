import CoreImage
import Foundation

extension Behaviour {
    /// Recipes that are too expensive, invalid, or not allowed.
    static let recipes = [
        Behaviour("MillionSteps") { image in
            var result = image
            for _ in 0..<1_000_000 {
                result = result.transformed(by: CGAffineTransform(translationX: 0.25, y: 0))
            }
            return result
        },
        Behaviour("DoublingGraph") { image in
            // Sixty steps with 2^60 paths through them.
            var result = image
            for _ in 0..<60 { result = result.composited(over: result) }
            return result
        },
        Behaviour("NaNTransform") { image in
            image.transformed(by: CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: .infinity, ty: 0))
        },
        Behaviour("NaNExtent") { image in
            try? CIKernel(compiling: "kernel vec4 all(sampler s) { return sample(s, samplerCoord(s)); }").applying(
                extent: CGRect(x: Double.nan, y: 0, width: 10, height: -Double.infinity), roiCallback: { $1 },
                arguments: [image])
        },
        Behaviour("HugeKernel") { image in
            let lines = (0..<200_000).map { "v = v * 1.0000\($0 % 10) + sin(v);" }.joined(separator: "\n")
            return CIColorKernel("kernel vec4 huge(__sample s) { float v = s.r;\n\(lines)\nreturn vec4(v); }").apply(
                extent: image.extent, arguments: [image])
        },
        Behaviour("EndlessKernel") { image in
            CIColorKernel(
                "kernel vec4 endless(__sample s) { float v = s.r; for (int i = 0; i >= 0; i += 0) { v += 1.0; } return vec4(v); }"
            ).apply(extent: image.extent, arguments: [image])
        },
        Behaviour("BrokenKernel") { image in
            CIColorKernel("kernel vec4 broken(__sample s) { return vec4(s.rgb * ; }").apply(to: image)
        },
        Behaviour("ForeignFile") { _ in CIImage(contentsOf: URL(fileURLWithPath: "/etc/hostname")) },
        Behaviour("HugeBitmap") { _ in
            // Half a gigabyte of pixels that would have to be sent to the host.
            let side = 11_600
            let bytes = Data(count: side * side * 4)
            return CIImage(
                bitmapData: bytes, bytesPerRow: side * 4, size: CGSize(width: side, height: side), format: .RGBA8,
                colorSpace: nil)
        },
        Behaviour("RenderInTheWorker") { image in
            CIContext().createCGImage(image, from: CGRect(x: 0, y: 0, width: 8, height: 8)).map { CIImage(cgImage: $0) }
        },
    ]
}
