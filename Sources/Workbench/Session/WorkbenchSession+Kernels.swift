import CoreImage
import Foundation

/// The kernel of a page.
extension WorkbenchSession {
    /// Does what a message about the kernel asks for.
    func take(_ message: KernelMessage) async throws {
        switch message {
        case .text(let text, let version, let name):
            // Compiling takes long for large texts.
            var next = lab
            next = try await onOtherThread { [next] in
                var taken = next
                try taken.take(text, version: version, name: name)
                return taken
            }
            // A parameter may have been set meanwhile.
            (next.values, next.pictures, next.domain) = (lab.values, lab.pictures, lab.domain)
            lab = next
            try await outlet.send(.kernel(.init(lab, size: picture?.size ?? .zero)))
        case .set(let key, let value):
            if let value {
                guard let control = lab.controls(size: .zero).first(where: { $0.key == key }) else { return }
                _ = try control.inputValue(of: value)
            }
            lab.values[key] = value
        case .choose(let key, let picture): lab.pictures[key] = picture
        case .domain(let domain):
            guard domain.margin.map({ (0...10_000).contains($0) }) ?? true else {
                throw WorkbenchRefusal("The margin has 0 to 10000 pixels.")
            }
            lab.domain = domain
        case .complete(let id, let line, let column):
            try await outlet.send(.completions(lab.completions(id: id, line: line, column: column)))
        case .hover(let id, let line, let column):
            try await outlet.send(.hover(lab.hover(id: id, line: line, column: column)))
        }
    }

    /// Builds the recipe of the kernel. Its first image is the result of the stack, the others are samples, unless
    /// pictures were chosen.
    func kernelRecipe(
        of picture: OpenPicture, using image: @escaping @Sendable (OpenPicture) -> CIImage = { $0.image }
    ) async -> StackRecipe {
        var stackResult = await recipe(history.stack, of: picture, using: image)
        var opened: [String: Result<CIImage, any Error>] = [:]
        for id in Set(lab.pictures.values) {
            do { opened[id] = .success(image(try await open(id))) } catch { opened[id] = .failure(error) }
        }
        let images = lab.controls(size: picture.size).filter { $0.kind == .picture }.map(\.key)
        do throws(StackFailure) {
            let result = try lab.result(size: picture.size) { key in
                if let id = lab.pictures[key], let chosen = opened[id] { return try chosen.get() }
                if key == images.first { return stackResult.image }
                return image(try contents.shelf.sample(forKey: key, size: picture.size))
            }
            stackResult.image = result
        } catch {
            stackResult.failures.append(error)
            stackResult.image = .empty()
        }
        return stackResult
    }
}
