import CoreImage
import Foundation

/// What one page does: its picture, its stack of filters, and the renderings that it asks for.
///
/// Messages are taken one after the other. Renderings run beside them, see `WorkQueue`. This file has the life of a
/// session and its edits; the extensions open pictures and render.
package actor WorkbenchSession {
    let contents: WorkbenchContents
    let outlet: any PageOutlet
    let queue = WorkQueue()
    let painter: PreviewPainter
    let thumbnailPainter: PreviewPainter
    let kernelPainter: PreviewPainter
    private(set) var history = StackHistory()
    var lab = KernelLab()
    /// The recipe that is shown as a graph.
    var inspection = GraphInspection()
    /// What was painted on pictures, by their names. Few are kept, because each has all pixels.
    private var paintings: [(picture: String, painting: PagePainting)] = []
    /// The painted picture; nil if nothing is painted on the picture that is shown.
    var painting: PagePainting? {
        get { paintings.first { $0.picture == pictureID }?.painting }
        set {
            paintings.removeAll { $0.picture == pictureID }
            if let newValue { paintings.append((pictureID, newValue)) }
            if paintings.count > contents.limits.paintings { paintings.removeFirst() }
        }
    }
    private var described: Set<String> = []
    var ownPictures: [PictureSource] = []
    var openOwn: [String: OpenPicture] = [:]
    var pictureID: String
    var picture: OpenPicture?
    /// The clips that are open: the one that is shown, and those of inputs.
    var clips: [String: OpenClip] = [:]
    /// The time of the frames that are shown, in seconds.
    var clipTime = 0.0
    var shownResult: ServerMessage.Result?
    /// The result that is being written as a file.
    var export: Task<Void, Never>?
    /// The frame that is being sent.
    var write: Task<Void, Never>?
    /// Waits for the state that is being sent.
    private var stateIsWritten: (@Sendable () async -> Void)?

    /// Creates a session.
    package init(_ contents: WorkbenchContents, outlet: any PageOutlet) {
        (self.contents, self.outlet) = (contents, outlet)
        painter = PreviewPainter(limits: contents.limits)
        var small = contents.limits
        (small.memory, small.renderingTime) = (min(128, small.memory), min(3, small.renderingTime))
        thumbnailPainter = PreviewPainter(limits: small, keeps: false)
        var short = contents.limits
        short.renderingTime = min(contents.limits.kernelTime, short.renderingTime)
        kernelPainter = PreviewPainter(limits: short)
        pictureID = contents.shelf.sources.first?.id ?? ""
    }

    /// Sends what there is, and opens the first picture.
    package func start() async throws {
        try await outlet.send(.hello(contents.catalogue))
        try await outlet.send(.pictures(pictureNames))
        await take(.open(picture: pictureID))
        // A file that can't be read was told; the page still needs a picture.
        if picture == nil, let sample = contents.shelf.firstSample { await take(.open(picture: sample)) }
    }

    /// Ends all renderings.
    package func close() async {
        await queue.close()
        export?.cancel()
        for clip in clips.values { clip.close() }
        clips = [:]
        (ownPictures, openOwn, picture, paintings) = ([], [:], nil, [])
        inspection = GraphInspection()
    }

    /// Does what a message asks for. Errors are sent to the page.
    package func take(_ message: ClientMessage) async {
        do {
            try await answer(message)
        } catch {
            contents.refusals.add(.malformedMessage)
            let request = message.edited
            try? await outlet.send(
                .refused(.init(message: "\(error)", layer: request?.layer, key: request?.key)))
        }
    }

    private func answer(_ message: ClientMessage) async throws {
        switch message {
        case .open(let id):
            if id != pictureID { clipTime = 0 }
            let opened = try await open(id)
            (picture, pictureID, shownResult) = (opened, id, nil)
            inspection.operation = nil
            await queue.clearBackground()
            closeClips()
            try await sendState()
        case .edit(let edit, let gesture):
            try history.apply(edit, gesture: gesture, limits: contents.limits)
            try await sendStateMeanwhile()
        case .undo:
            history.undo()
            try await sendState()
        case .redo:
            history.redo()
            try await sendState()
        case .view(let request): try await view(request)
        case .probe(let x, let y, let subject): await probe(x: x, y: y, of: subject)
        case .kernel(let message): try await take(message)
        case .paint(let brush):
            try await paint(brush)
            if brush.begins { try await sendState() }
        case .undoStroke:
            try await undoStroke()
            try await sendState()
        case .clearPaint:
            painting = nil
            try await sendState()
        case .explain(let subject): await explain(subject)
        case .inspect(let operation): inspection.operation = operation
        case .operationPicture(let operation, let id): await operationPicture(operation, id: id)
        case .export(let form, let subject): try await export(form, of: subject)
        case .cancelExport: export?.cancel()
        case .thumbnail(let filter, let id): await thumbnail(filter, id: id)
        }
    }

    func onOtherThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(with: Result { try body() }) }
        }
    }

    // MARK: State

    /// Sends the stack while the next message is followed, which is usually a request for the result. Only one state is
    /// on its way.
    private func sendStateMeanwhile() async throws {
        try await sendNewControls()
        // A page that is gone ends its session.
        await stateIsWritten?()
        stateIsWritten = try outlet.begin(.state(state))
    }

    /// Sends the stack, after the controls of filters that the page doesn't know yet.
    private func sendState() async throws {
        try await sendNewControls()
        try await outlet.send(.state(state))
    }

    private func sendNewControls() async throws {
        for layer in history.stack.layers where described.insert(layer.filter).inserted {
            guard let filter = CIFilter(name: layer.filter) else { continue }
            try await outlet.send(.controls(.init(of: filter, interface: contents.interfaces.open(filter.name))))
        }
    }

    private var state: ServerMessage.State {
        let size = picture?.size ?? .zero
        return ServerMessage.State(
            picture: pictureID, width: size.width, height: size.height,
            layers: history.stack.layers.map(ServerMessage.Layer.init), canUndo: history.canUndo,
            undoCount: history.earlierCount, canRedo: history.canRedo, strokes: painting?.strokeCount ?? 0,
            clip: shownClip.map { .init(duration: $0.duration, frameRate: $0.frameRate, time: clipTime) })
    }
}
