import CoreImage
import Foundation
import Gallery

/// The renderings of a page.
extension WorkbenchSession {
    /// Renders a part of the picture or of the result, and sends it.
    func view(_ request: PreviewRequest) async throws {
        let side = contents.limits.previewSide
        guard (1...side).contains(request.width), (1...side).contains(request.height) else {
            throw WorkbenchRefusal("A preview has at least 1 and at most \(side) pixels in each direction.")
        }
        guard let picture else { throw WorkbenchRefusal("No picture is open. Choose one.") }
        await queue.add(request.subject == .before ? .before : .after) { [self] in
            switch request.subject {
            case .before: await paint(picture.image, request, as: .before)
            case .after: await paintResult(request)
            case .kernel: await paintKernel(request)
            case .operation: await paintOperation(request)
            }
        }
    }

    private func paintResult(_ request: PreviewRequest) async {
        guard let picture else { return }
        var stack = history.stack
        if let trial = request.trial {
            // A stack that is full has no trial either.
            try? stack.apply(.add(filter: trial, at: nil), limits: contents.limits)
        }
        let recipe = await recipe(stack, of: picture)
        await paint(recipe.image, request, as: .after, of: stack, failures: recipe.failures)
    }

    private func paintKernel(_ request: PreviewRequest) async {
        guard let picture else { return }
        let recipe = await kernelRecipe(of: picture)
        await paint(recipe.image, request, as: .after, failures: recipe.failures, with: kernelPainter)
    }

    /// Renders the operation that was chosen, or the result if there is none any more.
    private func paintOperation(_ request: PreviewRequest) async {
        guard let picture else { return }
        let isKernel = inspection.subject == .kernel
        guard let image = inspection.image else {
            return isKernel ? await paintKernel(request) : await paintResult(request)
        }
        let failures =
            await (isKernel ? kernelRecipe(of: picture) : recipe(history.stack, of: picture)).failures
        await paint(
            image, request, as: .after, of: history.stack, failures: failures, with: isKernel ? kernelPainter : painter)
    }

    private func paint(
        _ image: CIImage, _ request: PreviewRequest, as kind: PreviewFrame.Kind, of stack: FilterStack? = nil,
        failures: [StackFailure] = [], with other: PreviewPainter? = nil
    ) async {
        var failures = failures
        do {
            let frame = try await (other ?? painter).frame(
                of: image, request.region, width: request.width, height: request.height, kind: kind, id: request.id,
                jpegOn: request.format == .jpeg ? request.backdrop : nil)
            await sendInOrder(frame)
        } catch is CancellationError {
            return
        } catch {
            failures.append(StackFailure(rendering: error, of: stack ?? FilterStack()))
        }
        guard kind == .after || !failures.isEmpty else { return }
        let extent = image.extent
        let result = ServerMessage.Result(
            extent: extent.isInfinite || extent.isNull
                ? nil : [extent.minX, extent.minY, extent.width, extent.height],
            isInfinite: extent.isInfinite, failures: failures)
        if result != shownResult {
            shownResult = result
            try? await outlet.send(.result(result))
        }
    }

    /// Sends pixels while the next ones are rendered. Only one frame is on its way, so that a page that reads slowly
    /// slows down its renderings.
    private func sendInOrder(_ frame: PreviewFrame) async {
        await write?.value
        // A page that is gone ends its session.
        write = Task { [outlet] in try? await outlet.send(frame) }
    }

    /// Builds the recipe of a stack. Pictures that the stack needs are opened first.
    ///
    /// - Parameter image: Which image of a picture is used.
    func recipe(
        _ stack: FilterStack, of picture: OpenPicture, using image: @Sendable (OpenPicture) -> CIImage = { $0.image }
    ) async -> StackRecipe {
        var opened: [String: Result<CIImage, any Error>] = [:]
        for id in Set(stack.layers.flatMap(\.pictures.values)) {
            do { opened[id] = .success(image(try await open(id))) } catch { opened[id] = .failure(error) }
        }
        let (shelf, images) = (contents.shelf, opened)
        let base = painting?.image ?? image(picture)
        return StackRecipe(stack, of: base) { choice in
            switch choice {
            case .chosen(let id): try images[id]?.get() ?? image(picture)
            case .suitable(let key): image(try shelf.sample(forKey: key, size: picture.size))
            }
        }
    }

    /// Sends the values of a pixel of the result.
    func probe(x: Double, y: Double, of subject: PreviewRequest.Subject) async {
        await queue.add(.pixel) { [self] in
            guard let picture = await self.picture else { return }
            let image: CIImage
            switch subject {
            case .before: image = picture.image
            case .after: image = await recipe(history.stack, of: picture).image
            case .kernel: image = await kernelRecipe(of: picture).image
            case .operation:
                // The page that probes an operation shows it.
                guard let operation = await inspection.image else { return }
                image = operation
            }
            let explained = await inspection.subject
            let isKernel = subject == .kernel || subject == .operation && explained == .kernel
            // The error of a rendering is shown by the preview.
            guard let values = try? await (isKernel ? kernelPainter : painter).pixel(of: image, x: x, y: y)
            else { return }
            try? await outlet.send(
                .pixel(
                    .init(x: x.rounded(.down), y: y.rounded(.down), working: values.working, encoded: values.encoded)))
        }
    }

    /// Sends a small picture of a filter's effect, or the reason why there is none.
    func thumbnail(_ filter: String, id: UInt32) async {
        await queue.add(.background) { [self] in
            guard let picture = await self.picture else { return }
            do {
                let scene = try FilterThumbnail.scene(of: picture.image)
                let image = try FilterThumbnail.image(of: filter, on: scene)
                let frame = FilterThumbnail.frame
                let extent = image.extent
                // Results of reductions and codes are shown as a whole.
                let region =
                    extent.isInfinite || extent.isEmpty || extent.intersects(frame) && extent.width >= 100
                    ? frame : extent
                try await outlet.send(
                    thumbnailPainter.frame(
                        of: image, region, width: 160, height: 120, kind: .thumbnail, id: id))
            } catch is CancellationError {
                // A preview was more urgent.
                await thumbnail(filter, id: id)
            } catch {
                try? await outlet.send(.noThumbnail(.init(id: id, message: "\(error)")))
            }
        }
    }
}
