import CoreImage
import Testing

@Suite("Filter: input errors")
struct InputErrorTests {
    private func sepia() throws -> CIFilter {
        let filter = try #require(CIFilter(name: "CISepiaTone"))
        filter.setValue(CIImage(color: .red), forKey: kCIInputImageKey)
        return filter
    }

    @Test("a misspelt key is reported with the nearest one")
    func misspelt() throws {
        let filter = try sepia()
        filter.setValue(1, forKey: "inputIntensty")
        #expect(
            filter.inputError
                == .unknownKey(
                    filter: "CISepiaTone", key: "inputIntensty", suggestion: "inputIntensity",
                    known: ["inputImage", "inputIntensity"]))
        #expect(filter.inputError?.description.contains("did you mean inputIntensity?") == true)
        #expect(filter.outputImage == nil)
        #expect(filter.value(forKey: kCIOutputImageKey) == nil)
        #expect(throws: CIFilterError.self) { try filter.renderableOutput() }
    }

    @Test("a key unlike any other is reported with all known keys")
    func farKey() throws {
        let filter = try sepia()
        filter.setValue(1, forKey: "zzzzzzzzzzzzzz")
        let text = try #require(filter.inputError?.description)
        #expect(!text.contains("did you mean"))
        #expect(text.contains("inputImage, inputIntensity"))
    }

    @Test("the error for a wrong class names filter, key and both classes; a valid value clears it")
    func wrongClass() throws {
        let filter = try sepia()
        filter.setValue("strong", forKey: kCIInputIntensityKey)
        #expect(
            filter.inputError
                == .wrongClass(filter: "CISepiaTone", key: "inputIntensity", expected: "NSNumber", given: "String"))
        #expect(filter.outputImage == nil)
        filter.setValue(0.5, forKey: kCIInputIntensityKey)
        #expect(filter.inputError == nil)
        #expect(filter.outputImage != nil)
    }

    @Test(
        "a vector of a wrong count names the count that is needed",
        arguments: [
            ("CIBumpDistortion", "inputCenter", 1, "two numbers, such as 320,240"),
            ("CICrop", "inputRectangle", 2, "four numbers, such as 0,0,320,240"),
            ("CICrop", "inputRectangle", 5, "four numbers, such as 0,0,320,240"),
        ])
    func wrongCount(filterName: String, key: String, count: Int, needed: String) throws {
        let filter = try #require(CIFilter(name: filterName))
        filter.setValue(CIVector(values: [CGFloat](repeating: 3, count: count), count: count), forKey: key)
        let text = try #require(filter.inputError?.description)
        #expect(text.contains(key) && text.contains("it needs \(needed)"), "\(text)")
        #expect(text.contains("was given \(count)"), "\(text)")
    }

    @Test("correcting one error keeps the other")
    func twoErrors() throws {
        let filter = try sepia()
        filter.setValue("a", forKey: kCIInputIntensityKey)
        filter.setValue(1, forKey: "inputOther")
        filter.setValue(1, forKey: kCIInputIntensityKey)
        guard case .unknownKey(_, "inputOther", _, _)? = filter.inputError else {
            Issue.record("\(String(describing: filter.inputError))")
            return
        }
        #expect(filter.outputImage == nil)
    }

    /// Returns the error of rendering one pixel of the image; nil without a `CIFilterError`.
    private func renderingError(of image: CIImage) -> CIFilterError? {
        do {
            _ = try CIContext().renderedCGImage(image, from: CGRect(x: 0, y: 0, width: 1, height: 1))
            return nil
        } catch {
            return error as? CIFilterError
        }
    }

    @Test("applyingFilter gives an image whose rendering throws the error")
    func applying() {
        let misspelt = CIImage(color: .red).applyingFilter("CISepiaTone", parameters: ["inputIntensty": 1])
        #expect(
            renderingError(of: misspelt)
                == .unknownKey(
                    filter: "CISepiaTone", key: "inputIntensty", suggestion: "inputIntensity",
                    known: ["inputImage", "inputIntensity"]))
        let unknown = CIImage(color: .red).applyingFilter("CISepiaTon")
        #expect(renderingError(of: unknown) == .unknownFilter(name: "CISepiaTon", suggestion: "CISepiaTone"))
    }

    @Test("a missing image is named")
    func missing() throws {
        let filter = try #require(CIFilter(name: "CISepiaTone"))
        #expect(throws: CIFilterError.noOutput(filter: "CISepiaTone", missing: ["inputImage"])) {
            try filter.renderableOutput()
        }
    }

    @Test("unknown names: nil, or the nearest one")
    func names() {
        #expect(CIFilter(name: "CIGausianBlur") == nil)
        #expect(CIFilter(name: "CIGausianBlur", parameters: [:]) == nil)
        #expect(throws: CIFilterError.unknownFilter(name: "CIGausianBlur", suggestion: "CIGaussianBlur")) {
            try CIFilter.named("CIGausianBlur")
        }
        #expect(throws: CIFilterError.unknownFilter(name: "", suggestion: nil)) { try CIFilter.named("") }
    }

    @Test(
        "The beginning or a part of a name suggests the filter",
        arguments: [
            ("Sepia", "CISepiaTone"), ("sepia", "CISepiaTone"), ("CISepia", "CISepiaTone"),
            ("GausianBlur", "CIGaussianBlur"),
            ("Exposure", "CIExposureAdjust"), ("Tunnel", "CILightTunnel"),
        ])
    func partOfName(name: String, suggestion: String) {
        #expect(throws: CIFilterError.unknownFilter(name: name, suggestion: suggestion)) { try CIFilter.named(name) }
    }
}
