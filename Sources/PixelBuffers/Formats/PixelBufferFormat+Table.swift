import Pixels

extension PixelBufferFormat {
    /// All formats.
    package static let table: [PixelBufferFormat] = [
        rgb(kCVPixelFormatType_24RGB, "24RGB", .RGB8),
        rgb(kCVPixelFormatType_24BGR, "24BGR", .RGB8, .bgr),
        rgb(kCVPixelFormatType_32ARGB, "32ARGB", .ARGB8),
        rgb(kCVPixelFormatType_32BGRA, "32BGRA", .BGRA8),
        rgb(kCVPixelFormatType_32ABGR, "32ABGR", .ABGR8),
        rgb(kCVPixelFormatType_32RGBA, "32RGBA", .RGBA8),
        rgb(kCVPixelFormatType_64ARGB, "64ARGB", .RGBA16, .bigEndianARGB),
        rgb(kCVPixelFormatType_64RGBALE, "64RGBALE", .RGBA16),
        rgb(kCVPixelFormatType_64RGBAHalf, "64RGBAHalf", .RGBAh),
        rgb(kCVPixelFormatType_128RGBAFloat, "128RGBAFloat", .RGBAf),

        values(kCVPixelFormatType_OneComponent8, "OneComponent8", .oneComponent, .L8),
        values(kCVPixelFormatType_OneComponent16, "OneComponent16", .oneComponent, .L16),
        values(kCVPixelFormatType_OneComponent16Half, "OneComponent16Half", .oneComponent, .Lh),
        values(kCVPixelFormatType_OneComponent32Float, "OneComponent32Float", .oneComponent, .Lf),
        values(kCVPixelFormatType_TwoComponent8, "TwoComponent8", .twoComponents, .RG8),
        values(kCVPixelFormatType_TwoComponent16, "TwoComponent16", .twoComponents, .RG16),
        values(kCVPixelFormatType_TwoComponent16Half, "TwoComponent16Half", .twoComponents, .RGh),
        values(kCVPixelFormatType_TwoComponent32Float, "TwoComponent32Float", .twoComponents, .RGf),
        values(kCVPixelFormatType_DisparityFloat16, "DisparityFloat16", .depth, .Lh),
        values(kCVPixelFormatType_DisparityFloat32, "DisparityFloat32", .depth, .Lf),
        values(kCVPixelFormatType_DepthFloat16, "DepthFloat16", .depth, .Lh),
        values(kCVPixelFormatType_DepthFloat32, "DepthFloat32", .depth, .Lf),

        biPlanar(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, "420YpCbCr8BiPlanarVideoRange", 2, 2),
        biPlanar(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, "420YpCbCr8BiPlanarFullRange", 2, 2, .full),
        biPlanar(kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, "422YpCbCr8BiPlanarVideoRange", 2, 1),
        biPlanar(kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, "422YpCbCr8BiPlanarFullRange", 2, 1, .full),
        biPlanar(kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, "444YpCbCr8BiPlanarVideoRange", 1, 1),
        biPlanar(kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, "444YpCbCr8BiPlanarFullRange", 1, 1, .full),
        biPlanar(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, "420YpCbCr10BiPlanarVideoRange", 2, 2, bits: 10),
        biPlanar(
            kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, "420YpCbCr10BiPlanarFullRange", 2, 2, .full, bits: 10),
        biPlanar(kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, "422YpCbCr10BiPlanarVideoRange", 2, 1, bits: 10),
        biPlanar(
            kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, "422YpCbCr10BiPlanarFullRange", 2, 1, .full, bits: 10),
        biPlanar(kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, "444YpCbCr10BiPlanarVideoRange", 1, 1, bits: 10),
        biPlanar(
            kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, "444YpCbCr10BiPlanarFullRange", 1, 1, .full, bits: 10),
        threePlanes(kCVPixelFormatType_420YpCbCr8Planar, "420YpCbCr8Planar", .video),
        threePlanes(kCVPixelFormatType_420YpCbCr8PlanarFullRange, "420YpCbCr8PlanarFullRange", .full),
        packed(kCVPixelFormatType_422YpCbCr8, "422YpCbCr8", .video, luma: [1, 3]),
        packed(kCVPixelFormatType_422YpCbCr8_yuvs, "422YpCbCr8_yuvs", .video, luma: [0, 2]),
        packed(kCVPixelFormatType_422YpCbCr8FullRange, "422YpCbCr8FullRange", .full, luma: [0, 2]),
    ]

    private static func rgb(
        _ type: OSType, _ name: String, _ pixels: PixelFormat, _ reordering: PixelReordering? = nil
    ) -> PixelBufferFormat {
        values(type, name, .rgb, pixels, reordering)
    }

    private static func values(
        _ type: OSType, _ name: String, _ content: Content, _ pixels: PixelFormat, _ reordering: PixelReordering? = nil
    ) -> PixelBufferFormat {
        PixelBufferFormat(
            type: type, name: name, content: content, planes: [Plane(bytesPerBlock: pixels.bytesPerPixel)],
            isPlanar: false, bits: 8 * pixels.component.byteCount, range: .full, hasAlpha: pixels.hasAlpha,
            pixels: pixels, reordering: reordering)
    }

    private static func biPlanar(
        _ type: OSType, _ name: String, _ horizontal: Int, _ vertical: Int, _ range: Range = .video, bits: Int = 8
    ) -> PixelBufferFormat {
        let bytes = bits > 8 ? 2 : 1
        return yCbCr(
            type, name, range, bits,
            [
                Plane(bytesPerBlock: bytes),
                Plane(
                    bytesPerBlock: 2 * bytes, horizontalSubsampling: horizontal, verticalSubsampling: vertical),
            ])
    }

    private static func threePlanes(_ type: OSType, _ name: String, _ range: Range) -> PixelBufferFormat {
        let chroma = Plane(bytesPerBlock: 1, horizontalSubsampling: 2, verticalSubsampling: 2)
        return yCbCr(type, name, range, 8, [Plane(bytesPerBlock: 1), chroma, chroma])
    }

    private static func packed(_ type: OSType, _ name: String, _ range: Range, luma: [Int]) -> PixelBufferFormat {
        yCbCr(
            type, name, range, 8, [Plane(bytesPerBlock: 4, pixelsPerBlock: 2, lumaOffsets: luma)], isPlanar: false)
    }

    private static func yCbCr(
        _ type: OSType, _ name: String, _ range: Range, _ bits: Int, _ planes: [Plane], isPlanar: Bool = true
    ) -> PixelBufferFormat {
        PixelBufferFormat(
            type: type, name: name, content: .yCbCr, planes: planes, isPlanar: isPlanar, bits: bits, range: range,
            hasAlpha: false, pixels: nil, reordering: nil)
    }
}
