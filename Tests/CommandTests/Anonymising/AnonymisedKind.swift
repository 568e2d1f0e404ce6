import CoreImage
import ImageFiles
import Testing

@testable import Gallery

/// A kind of picture of people that is anonymised.
enum AnonymisedKind: String, CaseIterable {
    case gray
    case deep
    case clear

    private func write(to file: URL) throws {
        let people = DrawnPeople.image(in: GalleryScene.frame)
        let context = CIContext()
        switch self {
        case .gray:
            let gray = try #require(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2))
            try context.writeRepresentation(
                of: people.applyingFilter("CIPhotoEffectMono"), to: file, format: .L8, colorSpace: gray)
        case .deep: try context.writeRepresentation(of: people, to: file, format: .RGBX16, colorSpace: nil)
        case .clear:
            let clear = people.applyingFilter(
                "CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: 0.5)])
            try context.writeRepresentation(of: clear, to: file, format: .RGBA8, colorSpace: nil)
        }
    }

    /// Expects that the command makes files of a format of pictures of these kinds.
    static func expectPictures(_ kinds: [AnonymisedKind], as format: ImageFileFormat) throws {
        let command = try CommandProcess()
        let (input, output) = (
            command.folder.appendingPathComponent("in"), command.folder.appendingPathComponent("out")
        )
        try FileManager.default.createDirectory(at: input, withIntermediateDirectories: true)
        for kind in kinds { try kind.write(to: input.appendingPathComponent("\(kind.rawValue).png")) }
        let ending = format.extensions[0]
        // Only upright faces that are not small, as the drawn ones are.
        let outcome = try command.run([
            "anonymise", "--angles", "1", "--least", "0.15", "in", "-o", "out", "--fast", "--format", ending,
        ])
        #expect(outcome.code == 0 && outcome.errors == "")
        for kind in kinds {
            #expect(
                try CIImage(loading: output.appendingPathComponent("\(kind.rawValue).\(ending)")).extent
                    == GalleryScene.frame)
        }
    }
}
