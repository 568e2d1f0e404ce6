import PictureService
import Testing

/// Compares choices with the rules of RFC 9110, section 12.5.1, worked out by hand.
struct AcceptHeaderTests {
    private static let all: [ResultFormat] = [.avif, .webp, .jpeg, .png]

    struct Choice: Sendable {
        let accept: [String]
        let format: ResultFormat?
        var formats = all
        var prefersAlpha = false
    }

    private static let choices = [
        // No field: everything is accepted, and only formats that all clients read are chosen without being named.
        Choice(accept: [], format: .jpeg),
        Choice(accept: [], format: .png, prefersAlpha: true),
        Choice(accept: ["*/*"], format: .jpeg),
        Choice(accept: ["image/*"], format: .jpeg),
        // A named format, in the order of the service.
        Choice(accept: ["image/avif,image/webp,image/apng,image/*,*/*;q=0.8"], format: .avif),
        Choice(accept: ["image/webp,image/png,image/svg+xml,*/*;q=0.5"], format: .webp),
        Choice(accept: ["image/png"], format: .png),
        Choice(accept: ["IMAGE/WebP"], format: .webp),
        Choice(accept: ["image/webp, */*"], format: .webp),
        // The field may be there several times.
        Choice(accept: ["text/html", "image/webp"], format: .webp),
        // Weights.
        Choice(accept: ["image/avif;q=0.5, image/webp;q=0.9"], format: .webp),
        Choice(accept: ["image/avif ; q=0.1 , image/jpeg ; q=1.000"], format: .jpeg),
        Choice(accept: ["image/webp;q=0.2, image/*;q=0.8"], format: .jpeg),
        Choice(accept: ["image/jpeg;q=0.2, image/png;q=0.3"], format: .png),
        // Zero excludes, and the most special range decides.
        Choice(accept: ["image/jpeg;q=0, */*"], format: .png),
        Choice(accept: ["image/jpeg;q=0, image/png;q=0, */*"], format: .avif),
        Choice(accept: ["image/*;q=0, */*"], format: nil),
        Choice(accept: ["*/*;q=0"], format: nil),
        Choice(accept: ["image/avif;q=0, image/webp;q=0.001"], format: .webp),
        // Nothing that is made here.
        Choice(accept: ["text/html"], format: nil),
        Choice(accept: ["image/heic, image/tiff"], format: nil),
        // Parts outside of the grammar are ignored.
        Choice(accept: ["image, image/webp;q=2, image/png"], format: .png),
        Choice(accept: ["*/png, image/jpeg"], format: .jpeg),
        Choice(accept: [",,image/png,"], format: .png),
        // Only formats of the service.
        Choice(accept: ["image/avif, */*"], format: .png, formats: [.png, .webp]),
        Choice(accept: ["*/*"], format: .webp, formats: [.webp, .avif]),
    ]

    @Test(arguments: choices.indices)
    func formatsFollowTheRules(index: Int) {
        let choice = Self.choices[index]
        let format = AcceptHeader(choice.accept).best(of: choice.formats, prefersAlpha: choice.prefersAlpha)
        #expect(format == choice.format, "\(choice.accept)")
    }
}
