import Foundation
import ImageGraph
import PixelBuffers
import Pixels
import Rendering

/// One rendering to a destination, with the destination's settings as they were when the task was started.
struct DestinationRendering: Sendable {
    private let node: ImageNode
    /// The destination's pixels that are rendered; nil if there are none.
    private let region: PixelRect?
    private let pixels: DestinationPixels
    /// A buffer whose planes are the result, so that they are copied instead of rendered.
    private let copied: CVPixelBuffer?

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
        pixels = try destination.pixels(for: image.node)
        var part = rect ?? destination.bounds.cgRect
        if part.isInfinite { part = image.extent.isInfinite ? destination.bounds.cgRect : image.extent }
        let shift = CGAffineTransform(translationX: point.x - part.origin.x, y: point.y - part.origin.y)
        let region = PixelRect(enclosing: part.applying(shift)).intersection(destination.bounds)
        self.region = part.isNull || region.isEmpty ? nil : region
        var result = part.isNull ? CIImage.empty() : image.transformed(by: shift)

        let isManaged = settings.workingColorSpace != nil
        let space = isManaged ? destination.colorSpace : nil
        let blendsInSpace = space != nil && destination.blendsInDestinationColorSpace
        func convert(_ image: CIImage) -> CIImage {
            space.map { image.replacing(node: image.node.converted(from: nil, to: $0)) } ?? image
        }
        if let kernel = blendKernel {
            // The kernel reads pixels that the rendering overwrites, so it reads a copy of them.
            let present = try pixels.copy(alphaMode: destination.alphaMode, colorSpace: blendsInSpace ? nil : space)
            if blendsInSpace { result = convert(result) }
            result = try kernel.blending(foreground: result, background: present)
            if !blendsInSpace { result = convert(result) }
        } else {
            result = convert(result)
        }
        let everywhere = CGRect.infinite
        switch destination.alphaMode {
        case .none:
            // Codes of luma and chroma show transparent parts on black in any case.
            if case .planes = pixels.form { break }
            result = result.settingAlphaOne(in: everywhere)
        case .premultiplied: break
        case .unpremultiplied: result = result.unpremultiplyingAlpha()
        }
        if isClamped {
            result = try Self.clamped.applying(extent: everywhere, arguments: [result])
        }
        node = result.node
        copied =
            blendKernel == nil && !isClamped && shift.isIdentity && region == destination.bounds
                && (destination.colorSpace != nil || !isManaged)
            ? pixels.bufferWithSamePlanes(image, colorSpace: space) : nil
    }

    /// Makes every pixel of a destination transparent.
    init(clearing destination: CIRenderDestination, settings: CIContextSettings) throws {
        try self.init(
            .empty(), from: nil, to: destination, at: .zero, blending: nil, clamping: false, settings: settings)
    }

    /// Renders the pixels, if there are any.
    func run(with renderer: Renderer, control: RenderingControl) throws -> CIRenderInfo {
        do {
            if let region {
                try RecipeFailure.unwrapping { try render(region, with: renderer, control) }
                pixels.finish?(region)
            } else if case .texture(let texture) = pixels.form {
                try texture.pixels.endWithoutWriting()
            }
        } catch {
            if case .texture(let texture) = pixels.form { texture.pixels.dropSignals() }
            throw error
        }
        return CIRenderInfo(control.statistics)
    }

    private func render(_ region: PixelRect, with renderer: Renderer, _ control: RenderingControl) throws {
        switch pixels.form {
        case .pixels(let view): try renderer.render(node, into: view.window(region), control: control)
        case .texture(let texture):
            try renderer.render(node, into: texture.pixels, region: region, control: control)
        case .planes(let buffer, let color):
            if let copied { return buffer.copyPlanes(of: copied) }
            let (codes, destination) = try codes(of: buffer, color, region, with: renderer)
            try renderer.render(codes, into: destination, control: control)
        }
    }

    /// Compiles kernels in advance.
    func prepare(with renderer: Renderer) throws {
        guard let region else { return }
        switch pixels.form {
        case .pixels(let view): try renderer.prepare(node, region: region, format: view.format)
        case .texture(let texture):
            try renderer.prepare(node, region: region, format: texture.pixels.format)
        case .planes(let buffer, let color):
            if copied != nil { return }
            let (codes, destination) = try codes(of: buffer, color, region, with: renderer)
            try renderer.prepare(codes, region: destination.bounds, format: destination.format)
        }
    }

    /// Returns the image of a buffer's codes, and where they are stored.
    private func codes(
        of buffer: CVPixelBuffer, _ color: VideoColor, _ region: PixelRect, with renderer: Renderer
    ) throws -> (codes: ImageNode, destination: any TileDestination) {
        let planes = buffer.planes.indices.map { buffer.planeView($0) }
        let destination = PlanarDestination(
            luma: planes[0], chroma: Array(planes[1...]), part: region, coding: color.coding,
            sampling: color.sampling, backend: renderer.configuration.backend)
        if let halved = node.halvedBlur(showing: destination.bounds.cgRect),
            let enlarged = EnlargedPlanarDestination(destination, backend: renderer.configuration.backend)
        {
            return (try halved.encodedYCbCr(color.coding, over: enlarged.bounds), enlarged)
        }
        let moved = node.transformed(by: CGAffineTransform(translationX: 0, y: CGFloat(destination.offset)))
        return (try moved.encodedYCbCr(color.coding, over: destination.bounds), destination)
    }
}
