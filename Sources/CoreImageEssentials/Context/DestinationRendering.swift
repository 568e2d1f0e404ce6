import Foundation
import ImageGraph
import Pixels
import Rendering

/// One rendering to a destination, with the destination's settings as they were when the task was started.
struct DestinationRendering: Sendable {
    let node: ImageNode
    /// The destination's pixels that are rendered; nil if there are none.
    let target: PixelView?

    private static let clamped = CIColorKernel(
        "kernel vec4 clamped(__sample s) { return clamp(s, 0.0, 1.0); }")

    /// Renders the part of `image` inside `rect` so that the part's lower left corner lies at `point`. A `rect` of nil
    /// stands for the destination's bounds.
    init(
        _ image: CIImage, from rect: CGRect?, to destination: CIRenderDestination, at point: CGPoint,
        settings: CIContextSettings
    ) throws {
        try self.init(
            image, from: rect, to: destination, at: point, blending: destination.blendKernel,
            clamping: destination.isClamped, settings: settings)
    }

    private init(
        _ image: CIImage, from rect: CGRect?, to destination: CIRenderDestination, at point: CGPoint,
        blending blendKernel: CIBlendKernel?, clamping isClamped: Bool, settings: CIContextSettings
    ) throws {
        let view = try destination.view()
        var part = rect ?? destination.bounds.cgRect
        if part.isInfinite { part = image.extent.isInfinite ? destination.bounds.cgRect : image.extent }
        let shift = CGAffineTransform(translationX: point.x - part.origin.x, y: point.y - part.origin.y)
        let region = PixelRect(enclosing: part.applying(shift)).intersection(destination.bounds)
        target = part.isNull || region.isEmpty ? nil : view.window(region)
        var result = part.isNull ? CIImage.empty() : image.transformed(by: shift)

        let isManaged = settings.workingColorSpace != nil
        let space = isManaged ? destination.colorSpace : nil
        let blendsInSpace = space != nil && destination.blendsInDestinationColorSpace
        func convert(_ image: CIImage) -> CIImage {
            space.map { image.replacing(node: image.node.converted(from: nil, to: $0)) } ?? image
        }
        if let kernel = blendKernel {
            // The kernel reads pixels that the rendering overwrites, so it reads a copy of them.
            let present = try Self.copy(of: view, destination, colorSpace: blendsInSpace ? nil : space)
            if blendsInSpace { result = convert(result) }
            result = try kernel.blending(foreground: result, background: present)
            if !blendsInSpace { result = convert(result) }
        } else {
            result = convert(result)
        }
        let everywhere = CGRect.infinite
        switch destination.alphaMode {
        case .none: result = result.settingAlphaOne(in: everywhere)
        case .premultiplied: break
        case .unpremultiplied: result = result.unpremultiplyingAlpha()
        }
        if isClamped {
            result = try Self.clamped.applying(extent: everywhere, arguments: [result])
        }
        node = result.node
    }

    /// Makes every pixel of a destination transparent.
    init(clearing destination: CIRenderDestination, settings: CIContextSettings) throws {
        try self.init(
            .empty(), from: nil, to: destination, at: .zero, blending: nil, clamping: false, settings: settings)
    }

    /// Renders the pixels. Does nothing if `target` is nil.
    func run(with renderer: Renderer, control: RenderingControl) throws -> CIRenderInfo {
        if let target { try RecipeFailure.unwrapping { try renderer.render(node, into: target, control: control) } }
        return CIRenderInfo(control.statistics)
    }

    private static func copy(
        of view: PixelView, _ destination: CIRenderDestination, colorSpace: CGColorSpace?
    ) throws -> CIImage {
        let tight = view.bounds.width * view.format.bytesPerPixel
        var rows = Data(capacity: tight * view.bounds.height)
        for y in (0..<view.bounds.height).reversed() { rows.append(Data(bytes: view.row(y), count: tight)) }
        let alpha: AlphaState =
            switch destination.alphaMode {
            case .none: .opaque
            case .premultiplied: .premultiplied
            case .unpremultiplied: .unpremultiplied
            }
        let source = try BitmapSource(
            data: rows, bytesPerRow: tight, width: view.bounds.width, height: view.bounds.height, format: view.format,
            colorSpace: colorSpace, alphaState: alpha)
        return CIImage(node: .source(source, colorManaged: colorSpace != nil))
    }
}
