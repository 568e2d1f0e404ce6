import CoreImage
import Foundation
import Gallery
import VideoFiles

/// The pictures and clips of a page.
extension WorkbenchSession {
    /// Takes a picture that the page sends, and opens it.
    package func take(picture data: Data, name: String) async {
        do {
            guard data.count <= contents.limits.pictureBytes else {
                throw WorkbenchRefusal(
                    "\(name) has more than \(contents.limits.pictureBytes >> 20) megabytes. Start the program with it.")
            }
            if ownPictures.count >= contents.limits.picturesOfPage {
                openOwn[ownPictures.removeFirst().id] = nil
            }
            guard !VideoSignature.isVideo(data.prefix(VideoSignature.length)) else {
                throw WorkbenchRefusal(
                    "Clips aren't sent by pages. Start the program with it: coreimage workbench \(name)")
            }
            let source = PictureSource(id: "own-\(UUID().uuidString)", name: name, origin: .data(data))
            ownPictures.append(source)
            do { _ = try await open(source.id) } catch {
                ownPictures.removeLast()
                throw error
            }
            try await outlet.send(.pictures(pictureNames))
            await take(.open(picture: source.id))
        } catch {
            contents.refusals.add(.malformedMessage)
            try? await outlet.send(.refused(.init(message: "\(name): \(error)")))
        }
    }

    var pictureNames: [ServerMessage.PictureName] {
        (ownPictures + contents.shelf.sources).map { .init(id: $0.id, name: $0.name) }
    }

    /// Returns an open picture, or the present frame of a clip. Files are decoded on another thread, because that takes
    /// long.
    func open(_ id: String) async throws -> OpenPicture {
        if let open = openOwn[id] { return open }
        let own = ownPictures.first { $0.id == id }
        let (shelf, limits) = (contents.shelf, contents.limits)
        if let clip = try await clip(id) {
            let time = clipTime
            return OpenPicture(try await onOtherThread { try clip.frame(at: time) })
        }
        let opened = try await onOtherThread { try own?.open(limits: limits) ?? shelf.picture(id) }
        if own != nil { openOwn[id] = opened }
        return opened
    }

    // MARK: Clips

    /// The clip that is shown; nil if it is a picture.
    var shownClip: OpenClip? { clips[pictureID] }

    /// Shows another frame of the clip.
    ///
    /// - Returns: The time of the frame; nil for pictures.
    /// - Throws: The error of the clip's file.
    func show(_ seconds: Double?) async throws -> Double? {
        guard let clip = shownClip else { return nil }
        let (id, time) = (pictureID, seconds ?? clipTime)
        let frame = try await onOtherThread { try clip.frame(at: time) }
        // Another picture may have been opened while the frame was decoded.
        guard id == pictureID else { throw CancellationError() }
        (clipTime, picture) = (time, OpenPicture(frame))
        return frame.time
    }

    /// Returns a clip, which is opened if it isn't yet; nil for pictures.
    private func clip(_ id: String) async throws -> OpenClip? {
        if let open = clips[id] { return open }
        guard case .clip(let url) = contents.shelf.sources.first(where: { $0.id == id })?.origin else { return nil }
        let limits = contents.limits
        if clips.count >= limits.clips { closeClips() }
        guard clips.count < limits.clips else {
            throw WorkbenchRefusal("A page plays at most \(limits.clips) clips at a time. Choose a picture here.")
        }
        let clip = try await onOtherThread { try OpenClip(url, limits: limits) }
        clips[id] = clip
        return clip
    }

    /// Closes the clips that are neither shown nor the input of a filter.
    func closeClips() {
        let used = Set([pictureID] + history.stack.layers.flatMap(\.pictures.values) + lab.pictures.values)
        for (id, clip) in clips where !used.contains(id) {
            clip.close()
            clips[id] = nil
        }
    }

    /// Returns a picture if it is open; nil for clips.
    func openPicture(_ id: String) -> OpenPicture? {
        if clips[id] != nil { return nil }
        return openOwn[id] ?? (try? contents.shelf.picture(id))
    }

    /// The name of a picture that the page has sent.
    func fileName(of id: String) -> String { ownPictures.first { $0.id == id }?.name ?? "picture.png" }
}
