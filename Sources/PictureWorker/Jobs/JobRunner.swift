import ChildProcesses
import CommandOutput
import CoreImage
import FilterChains
import Foundation
import ImageFiles
import PictureBatches
import UntrustedInput

/// Does jobs in this process, several at a time. Thread-safe.
final class JobRunner: Sendable {
    /// A finished job.
    struct Outcome {
        let result: JobResult
        /// The bytes of the result, if they don't go to a file.
        let bytes: Data?
    }

    /// Waits for memory. See `MemoryBudget.lease`.
    typealias Admission = (_ bytes: Int) throws(JobFailure) -> MemoryBudget.Lease?

    private let settings: WorkerSettings
    private let context: CIContext
    private let recipes = RecipeCache()
    private let notes = DistinctNotes(write: { _ in })

    init(_ settings: WorkerSettings) throws {
        self.settings = settings
        let memory = MemorySize(bytes: settings.renderingMemory * settings.slots)
        context = try RenderingSettings(memory: memory, threads: settings.threads).context(jobs: settings.slots)
    }

    /// Does a job.
    ///
    /// - Parameter admit: Called before pixels are computed, with the bytes that the job needs.
    func run(_ job: JobInput, admit: Admission) throws(JobFailure) -> Outcome {
        try job.checkDeadline()
        try job.checkResultIsNoPicture()
        do {
            return try RenderingDeadline.bounding(job.deadline.map { $0 - .now }) { try result(of: job, admit: admit) }
        } catch {
            throw JobFailure(error, in: .writing)
        }
    }

    private func result(of job: JobInput, admit: Admission) throws -> Outcome {
        let request = job.request
        try LoadedUnits.shared.check(request.units)
        let format = try request.output.format()
        let key =
            try request.reuse
            ? ContentKey(
                request, files: job.files, format: format.extensions[0], decodesReduced: settings.decodesReduced
            ).text : nil
        if let key, let path = request.output.path, let result = ResultFile(path: path).result(ifMadeFor: key) {
            return Outcome(result: result, bytes: nil)
        }
        let pictures = try JobPictures(of: job, settings)
        let finished = try finished(request, pictures)
        let size = finished.size(in: format)
        let isHeld = if case .file = request.output { key != nil } else { true }
        let estimate = MemoryEstimate(
            sources: pictures.all, result: finished.image, size: size, encoded: pictures.encodedBytes, isHeld: isHeld,
            rendering: settings.renderingMemory)
        let lease = try admit(estimate.bytes)
        return try withExtendedLifetime(lease) {
            let pixels = PictureSize(size)
            var result = JobResult(bytes: 0, width: pixels.width, height: pixels.height, key: key)
            let file = OutputPicture(
                path: request.output.path ?? "", depth: request.depth, quality: request.quality)
            if let path = request.output.path, key == nil {
                try file.write(finished, like: pictures.input, in: context)
                var information = stat()
                if stat(path, &information) == 0 { result.bytes = Int(information.st_size) }
                return Outcome(result: result, bytes: nil)
            }
            let bytes = try file.data(of: finished, as: format, like: pictures.input, in: context)
            result.bytes = bytes.count
            guard let path = request.output.path else { return Outcome(result: result, bytes: bytes) }
            try bytes.withUnsafeBytes { try ResultFile(path: path).write($0, of: result) }
            return Outcome(result: result, bytes: nil)
        }
    }

    /// Returns the result as it is written. Its pixels aren't computed yet.
    private func finished(_ job: JobRequest, _ pictures: JobPictures) throws -> FinishedPicture {
        do {
            let image = try edit(of: job, pictures).result(
                of: pictures.input, images: pictures.images, opensFiles: !settings.isIsolated,
                imageOptions: pictures.options, notes: notes)
            let framed: CIImage
            do {
                framed = try image.framed(to: job.size?.frame, like: pictures.input)
            } catch is UsageError {
                throw JobFailure(
                    .recipe, "The result has no bounds.",
                    remedy: "Give the job a \"size\", such as {\"crop\": [400, 300]}, or crop the result in the recipe."
                )
            }
            let finished = try PictureFinish(box: job.size?.box, strips: job.strip).finished(framed, of: pictures.input)
            try checkSize(of: finished.image)
            return finished
        } catch let error as SettingNamesFile {
            throw JobFailure(
                .recipe, "\(error).",
                remedy: "Name the picture in \"images\", and write @ and its name in the setting.")
        } catch {
            throw JobFailure(error, in: .editing)
        }
    }

    private func checkSize(of image: CIImage) throws {
        let limit = ResultSizeLimit(allowed: settings.pixelLimit.map(PixelCount.init(pixels:)))
        guard let excess = limit.excess(of: image) else { return }
        throw JobFailure(
            .limit, excess,
            remedy: "Give the job a \"size\", or crop the result in the recipe; if it is wanted, raise the "
                + "worker's --pixel-limit.")
    }

    private func edit(of job: JobRequest, _ pictures: JobPictures) throws -> PictureEdit {
        if let source = job.recipe {
            let folder = settings.recipeFolder.map { PathText($0).fileURL(isDirectory: true) }
            let access = folder.map { CIRecipe.PictureAccess.folder($0) } ?? .none
            return .recipe(UsedRecipe(recipe: try recipes.recipe(source), images: pictures.images, access: access))
        }
        return try job.chain.map { .filters(try ChainStep.parse($0.words)) } ?? .nothing
    }
}
