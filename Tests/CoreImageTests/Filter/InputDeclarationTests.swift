import CoreImage
import Testing

@Suite("Filter: declared inputs")
struct InputDeclarationTests {
    final class Declared: CIFilter {
        @CIInput var inputImage: CIImage?
        @CIInput(default: 4, range: 0...10, slider: 1...5, identity: 0, description: "How much") var amount: Double
        @CIInput("inputEV", default: -1.5, min: -8, name: "Stops") var exposure: Float
        @CIInput var inputCount: Int = 3
        @CIInput(default: CGPoint(x: 1, y: 2)) var center: CGPoint
        @CIInput(type: kCIAttributeTypeOpaqueColor) var tint: CIColor?
        @CIInput(default: 0.25, type: kCIAttributeTypeAngle) var inputAngle2: CGFloat
        var notAnInput = 5
    }

    private func described(_ key: String) throws -> [String: Any] {
        try #require(Declared().attributes[key] as? [String: Any])
    }

    @Test("keys are those given, or the properties' names with input in front, in the order of declaration")
    func keys() {
        #expect(
            Declared().inputKeys == [
                "inputImage", "inputAmount", "inputEV", "inputCount", "inputCenter", "inputTint", "inputAngle2",
            ])
        #expect(Declared().outputKeys == ["outputImage"])
    }

    @Test("one declaration gives class, type, limits, default, identity, names and description")
    func attributes() throws {
        let amount = try described("inputAmount")
        #expect(amount[kCIAttributeClass] as? String == "NSNumber")
        #expect(amount[kCIAttributeType] as? String == "CIAttributeTypeScalar")
        #expect(amount[kCIAttributeDisplayName] as? String == "Amount")
        #expect(amount[kCIAttributeDescription] as? String == "How much")
        let limits = [
            kCIAttributeMin: 0.0, kCIAttributeMax: 10, kCIAttributeSliderMin: 1, kCIAttributeSliderMax: 5,
            kCIAttributeDefault: 4, kCIAttributeIdentity: 0,
        ]
        for (key, value) in limits { #expect((amount[key] as? NSNumber)?.doubleValue == value, "\(key)") }

        let exposure = try described("inputEV")
        #expect(exposure[kCIAttributeDisplayName] as? String == "Stops")
        #expect((exposure[kCIAttributeMin] as? NSNumber)?.doubleValue == -8)
        #expect(exposure[kCIAttributeMax] == nil)
        #expect(exposure[kCIAttributeIdentity] == nil)

        #expect(try described("inputCount")[kCIAttributeType] as? String == "CIAttributeTypeInteger")
        #expect(try described("inputTint")[kCIAttributeType] as? String == "CIAttributeTypeOpaqueColor")
        #expect(try described("inputTint")[kCIAttributeDefault] == nil)
        #expect(try described("inputImage")[kCIAttributeClass] as? String == "CIImage")
        #expect(try described("inputImage")[kCIAttributeType] as? String == "CIAttributeTypeImage")
        #expect(try described("inputCenter")[kCIAttributeDefault] as? CIVector == CIVector(x: 1, y: 2))
        let angle = try described("inputAngle2")
        #expect(angle[kCIAttributeType] as? String == "CIAttributeTypeAngle")
        #expect(angle[kCIAttributeDisplayName] as? String == "Angle 2")
    }

    @Test("properties and keys reach the same value")
    func sameValue() {
        let filter = Declared()
        filter.amount = 7.5
        #expect((filter.value(forKey: "inputAmount") as? NSNumber)?.doubleValue == 7.5)
        filter.setValue(NSNumber(value: 2), forKey: "inputEV")
        #expect(filter.exposure == 2)
        filter.setValue(CIVector(x: 9, y: 8), forKey: "inputCenter")
        #expect(filter.center == CGPoint(x: 9, y: 8))
    }

    @Test("nil, NSNull and setDefaults return to the defaults")
    func reset() {
        let filter = Declared()
        filter.amount = 9
        filter.setValue(nil, forKey: "inputAmount")
        #expect(filter.amount == 4)
        filter.inputCount = 12
        filter.setValue(NSNull(), forKey: "inputCount")
        #expect(filter.inputCount == 3)
        filter.setValue(CIImage(color: .red), forKey: kCIInputImageKey)
        #expect(filter.inputImage != nil)
        filter.setValue(nil, forKey: kCIInputImageKey)
        #expect(filter.inputImage == nil)

        filter.amount = 1
        filter.tint = .red
        filter.setValue("wrong", forKey: "inputCenter")
        filter.setDefaults()
        #expect(filter.amount == 4)
        #expect(filter.tint == nil)
        #expect(filter.inputError == nil)
    }
}
