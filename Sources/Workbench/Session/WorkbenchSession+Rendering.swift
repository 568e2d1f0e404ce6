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
        guard picture != nil else { throw WorkbenchRefusal("No picture is open. Choose one.") }
        await queue.add(request.subject == .before ? .before : .after) { [self] in
            do {
                let time = try await show(request.time)
                switch request.subject {
                case .before:
                    if let picture = await picture { await paint(picture.image, request, as: .before, at: time) }
                case .after: await paintResult(request, at: time)
                case .kernel: await paintKernel(request, at: time)
                case .operation: await paintOperation(request, at: time)
                }
            } catch is CancellationError {
                return
            } catch {
                await report([StackFailure(message: "\(error)")], extent: shownResult?.extent)
            }
        }
    }

    private func paintResult(_ request: PreviewRequest, at time: Double?) async {
        guard let picture else { return }
        var stack = history.stack
        if let trial = request.trial {
            // A stack that is full has no trial either.
            try? stack.apply(.add(filter: trial, at: nil), limits: contents.limits)
            stack.showMiddle()
        }
        let isQuick = request.format == .jpeg
        var recipe = await recipe(stack, of: picture, using: { isQuick ? $0.quick : $0.image })
        if isQuick, let smooth = await smoothRecipe(recipe, stack, of: picture, request) { recipe = smooth }
        await paint(recipe.image, request, as: .after, at: time, of: stack, failures: recipe.failures)
    }

    /// Returns the recipe with means of the picture's pixels, for a preview with fewer pixels. Nil if a filter needs
    /// the pixels themselves.
    private func smoothRecipe(
        _ recipe: StackRecipe, _ stack: FilterStack, of picture: OpenPicture, _ request: PreviewRequest
    ) async -> StackRecipe? {
        let factor = PreviewPainter.reduction(of: request.region, to: request.width)
        guard factor > 1, painting == nil, let copies = picture.reduced,
            recipe.image.dependsOnlyOnPixels(of: picture.quick, in: request.region),
            // Without memory for a copy, the preview is less smooth.
            let copy = try? copies.picture(reducedBy: factor)
        else { return nil }
        return await self.recipe(stack, of: picture, using: { $0.quick }, main: copy)
    }

    private func paintKernel(_ request: PreviewRequest, at time: Double?) async {
        guard let picture else { return }
        let recipe = await kernelRecipe(of: picture)
        await paint(recipe.image, request, as: .after, at: time, failures: recipe.failures, with: kernelPainter)
    }

    /// Renders the operation that was chosen, or the result if there is none any more.
    private func paintOperation(_ request: PreviewRequest, at time: Double?) async {
        guard let picture else { return }
        let isKernel = inspection.subject == .kernel
        guard let image = inspection.image else {
            return isKernel ? await paintKernel(request, at: time) : await paintResult(request, at: time)
        }
        let failures =
            await (isKernel ? kernelRecipe(of: picture) : recipe(history.stack, of: picture)).failures
        await paint(
            image, request, as: .after, at: time, of: history.stack, failures: failures,
            with: isKernel ? kernelPainter : painter)
    }

    private func paint(
        _ image: CIImage, _ request: PreviewRequest, as kind: PreviewFrame.Kind, at time: Double?,
        of stack: FilterStack? = nil, failures: [StackFailure] = [], with other: PreviewPainter? = nil
    ) async {
        var failures = failures
        do {
            let (painter, region) = (other ?? painter, request.region)
            var frame =
                try await request.format == .jpeg
                ? painter.quickFrame(
                    of: image, region, width: request.width, height: request.height, kind: kind, id: request.id,
                    on: request.backdrop)
                : painter.frame(
                    of: image, region, width: request.width, height: request.height, kind: kind, id: request.id)
            frame.time = time
            await sendInOrder(frame)
        } catch is CancellationError {
            return
        } catch {
            failures.append(StackFailure(rendering: error, of: stack ?? FilterStack()))
        }
        guard kind == .after || !failures.isEmpty else { return }
        let extent = image.extent
        await report(
            failures,
            extent: extent.isInfinite || extent.isNull
                ? nil : [extent.minX, extent.minY, extent.width, extent.height], isInfinite: extent.isInfinite)
    }

    /// Sends where the result is, and its errors, if that has changed.
    private func report(_ failures: [StackFailure], extent: [Double]?, isInfinite: Bool = false) async {
        let result = ServerMessage.Result(extent: extent, isInfinite: isInfinite, failures: failures)
        guard result != shownResult else { return }
        shownResult = result
        try? await outlet.send(.result(result))
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
    /// - Parameters:
    ///   - image: Which image of a picture is used.
    ///   - main: The image of the main picture, if it is another one.
    func recipe(
        _ stack: FilterStack, of picture: OpenPicture,
        using image: @escaping @Sendable (OpenPicture) -> CIImage = { $0.image }, main: CIImage? = nil
    ) async -> StackRecipe {
        let others = await otherPictures(of: stack, for: picture, using: image)
        return StackRecipe(stack, of: painting?.image ?? main ?? image(picture), pictures: others)
    }

    /// Opens the pictures that a stack needs beside the main one, and returns a function that finds them.
    func otherPictures(
        of stack: FilterStack, for picture: OpenPicture,
        using image: @escaping @Sendable (OpenPicture) -> CIImage = { $0.image }
    ) async -> @Sendable (StackRecipe.Choice) throws -> CIImage {
        var opened: [String: Result<CIImage, any Error>] = [:]
        for id in Set(stack.layers.flatMap(\.pictures.values)) {
            do { opened[id] = .success(image(try await open(id))) } catch { opened[id] = .failure(error) }
        }
        return { [shelf = contents.shelf, opened] choice in
            switch choice {
            case .chosen(let id): try opened[id]?.get() ?? image(picture)
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
