import CoreImage
import Foundation

/// How the result of a page is rendered, and the operations of its recipe.
extension WorkbenchSession {
    /// The largest small picture of an operation, in pixels.
    private static let pictureSize = CGSize(width: 192, height: 128)

    /// Sends the explanation of the result.
    func explain(_ subject: PreviewRequest.Subject) async {
        await queue.add(.explanation) { [self] in
            guard let picture = await self.picture else { return }
            let recipe =
                subject == .kernel ? await kernelRecipe(of: picture) : await self.recipe(history.stack, of: picture)
            let frame = CGRect(origin: .zero, size: picture.size)
            let region = recipe.image.extent.isInfinite ? frame : recipe.image.extent
            do {
                let painter = painter
                let (explanation, json) = try await onOtherThread {
                    let explanation = try painter.explanation(of: recipe.image, in: region)
                    return (explanation, try explanation.json)
                }
                await keep(explanation, of: subject)
                try await outlet.send(.explained(json))
            } catch {
                // The preview shows the errors of the recipe; this one may be another.
                try? await outlet.send(.refused(.init(message: "The result can't be explained: \(error)")))
            }
        }
    }

    private func keep(_ explanation: CIImageExplanation, of subject: PreviewRequest.Subject) {
        inspection.take(explanation, of: subject)
    }

    /// Sends a small picture of an operation of the recipe that was explained last, or the reason why there is none.
    func operationPicture(_ operation: Int, id: UInt32) async {
        let count = inspection.count
        await queue.add(.background) { [self] in
            guard let picture = await self.picture else { return }
            // The page has another recipe by now, and asks again.
            let inspection = await self.inspection
            guard inspection.count == count else { return }
            do {
                guard let image = inspection.explanation?.image(ofOperation: operation) else {
                    throw WorkbenchRefusal("The recipe has no such operation any more.")
                }
                let region = image.extent.isInfinite ? CGRect(origin: .zero, size: picture.size) : image.extent
                guard !region.isEmpty else { throw WorkbenchRefusal("The operation has no pixels.") }
                let size = Self.pictureSize
                let scale = min(size.width / region.width, size.height / region.height)
                let (width, height) = (region.width * scale, region.height * scale)
                try await outlet.send(
                    thumbnailPainter.frame(
                        of: image, region, width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())),
                        kind: .thumbnail, id: id))
            } catch is CancellationError {
                // A preview was more urgent.
                await operationPicture(operation, id: id)
            } catch {
                try? await outlet.send(.noThumbnail(.init(id: id, message: "\(error)")))
            }
        }
    }
}
