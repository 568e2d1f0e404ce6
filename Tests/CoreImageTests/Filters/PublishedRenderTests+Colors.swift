import CoreImage
import Testing

extension PublishedRenderTests {
    @Test("Source over", .enabled(if: isPresent, "the folder of published renders is not there"))
    func sourceOver() throws {
        let image = try Self.picture("fc3a736330").composited(over: Self.picture("4820e4cb80"))
        let part = CGRect(x: 250, y: 250, width: 300, height: 200)
        let found = try Self.difference(image, Self.picture("0da2e91344"), in: part, published: part)
        #expect(found.mean < 0.1 && found.high <= 1, "\(found)")
    }

    @Test("The copying machine's bar of light", .enabled(if: isPresent, "the folder of published renders is not there"))
    func copyMachine() throws {
        let filter = CIFilter.copyMachineTransition()
        (filter.inputImage, filter.targetImage) = (try Self.picture("afae9701a7"), try Self.picture("04f78dddcf"))
        (filter.extent, filter.width) = (CGRect(x: 0, y: 0, width: 500, height: 500), 100)
        filter.color = CIColor(red: 1, green: 0xa3 / 255.0, blue: 0x6b / 255.0)
        (filter.opacity, filter.angle, filter.time) = (1, 3, 0.252_772_867_679_595_95)
        // The bar, with the foot of the letters in it, crosses the lower part from x = 235 to 345 and the upper part
        // from x = 420 on.
        for part in [CGRect(x: 300, y: 500, width: 200, height: 120), CGRect(x: 400, y: 1300, width: 100, height: 150)]
        {
            let found = try Self.difference(
                filter.outputImage ?? .empty(), Self.picture("fc3cf27c35"), in: part, published: part)
            #expect(found.mean < 0.25 && found.high <= 2, "\(found)")
        }
    }

    @Test("The process look", .enabled(if: isPresent, "the folder of published renders is not there"))
    func process() throws {
        // Both pictures come from JPEG files and were scaled down after the effect, so only smooth parts agree closely:
        // sky and water.
        let image = try Self.picture("photoeffect-input").applyingFilter("CIPhotoEffectProcess")
        for part in [CGRect(x: 330, y: 480, width: 120, height: 50), CGRect(x: 650, y: 20, width: 150, height: 60)] {
            let found = try Self.difference(
                image, Self.picture("photoeffect-process"), in: part, published: part)
            #expect(found.mean < 2 && found.high <= 12, "\(found)")
        }
    }
}
