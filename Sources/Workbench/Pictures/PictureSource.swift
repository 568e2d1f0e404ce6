import CoreImage
import Foundation
import Gallery

/// A picture that can be opened.
package struct PictureSource: Sendable, Identifiable {
    /// Where the picture comes from.
    enum Origin: Sendable {
        /// A file that the program was started with.
        case file(URL)
        /// A video file that the program was started with. Each page opens it for itself, as an `OpenClip`.
        case clip(URL)
        /// A file that a page has sent.
        case data(Data)
        /// A drawing, which fills a frame.
        case sample(SamplePicture, CGRect)
    }

    /// The name under which pages refer to the picture.
    package let id: String
    /// The name to show.
    package let name: String
    let origin: Origin

    /// Opens the picture, or the first frame of a clip.
    ///
    /// - Throws: The error of the file.
    func open(limits: WorkbenchLimits) throws -> OpenPicture {
        let options: [CIImageOption: Any] = [.pixelLimit: limits.picturePixels, .applyOrientationProperty: true]
        switch origin {
        case .file(let url): return try OpenPicture(CIImage(loading: url, options: options), limits: limits)
        case .clip(let url):
            let clip = try OpenClip(url, limits: limits)
            defer { clip.close() }
            return OpenPicture(try clip.frame(at: 0))
        case .data(let data): return try OpenPicture(CIImage(decoding: data, options: options), limits: limits)
        case .sample(let sample, let frame): return try OpenPicture(sample.image(in: frame), limits: limits)
        }
    }
}
