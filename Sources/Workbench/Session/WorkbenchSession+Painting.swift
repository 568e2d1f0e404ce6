import CoreImage
import Foundation

/// What a page paints on its picture. The stack is applied to the painted picture.
extension WorkbenchSession {
    /// Paints a part of a stroke.
    func paint(_ brush: PaintBrush) async throws {
        guard let picture else { throw WorkbenchRefusal("No picture is open. Choose one.") }
        let present = painting
        painting = try await onOtherThread {
            let painting = try present ?? PagePainting(on: picture.original)
            try painting.paint(brush)
            return painting
        }
    }

    /// Takes the last stroke back.
    func undoStroke() async throws {
        guard let painting else { return }
        try await onOtherThread { try painting.undo() }
        if painting.strokeCount == 0 { self.painting = nil }
    }
}
