import CoreImage
import Foundation

/// How the result of a page is rendered.
extension WorkbenchSession {
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
                let json = try await onOtherThread { try painter.explanation(of: recipe.image, in: region).json }
                try await outlet.send(.explained(json))
            } catch {
                // The preview shows the errors of the recipe; this one may be another.
                try? await outlet.send(.refused(.init(message: "The result can't be explained: \(error)")))
            }
        }
    }
}
