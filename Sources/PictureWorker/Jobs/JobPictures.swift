import ChildProcesses
import CoreImage
import Foundation
import PictureBatches
import UntrustedInput

/// The pictures of a job. No more than their headers have been read.
struct JobPictures {
    let input: CIImage?
    /// Further pictures, by name.
    private(set) var images: [String: CIImage] = [:]
    /// The bytes of encoded pictures that are held in memory.
    private(set) var encodedBytes = 0
    /// The options with which pictures are opened.
    let options: [CIImageOption: Any]

    var all: [CIImage] { [input].compactMap { $0 } + images.values }

    /// - Throws: `JobFailure`, mostly of the kinds `input` and `limit`.
    init(of job: JobInput, _ settings: WorkerSettings) throws {
        var reader = PictureReader(
            pixelLimit: settings.pixelLimit.map(PixelCount.init(pixels:)), takesRawPreview: false,
            turnsUpright: job.request.upright)
        reader.decodesReduced = settings.decodesReduced
        options = reader.imageOptions
        var held = 0
        func picture(_ address: PictureAddress) throws -> CIImage {
            do {
                switch address {
                case .file(let path):
                    if let problem = PictureFile.problem(at: path) {
                        throw JobFailure(.input, "\(printable(path)) \(problem).")
                    }
                    return try reader.picture(path)
                case .memory(let index):
                    let file = try job.request.file(index, of: job.files)
                    let bytes = try DescriptorBytes.read(file, limit: settings.memory)
                    held += bytes.count
                    return try CIImage(decoding: bytes, options: reader.imageOptions)
                }
            } catch {
                throw JobFailure(error, in: .reading)
            }
        }
        input = try job.request.input.map(picture)
        images = try job.request.images.mapValues(picture)
        encodedBytes = held
    }
}
