import DeviceKernels
import ImageGraph
import KernelLanguage
import Testing

@Suite struct ParameterBlockLayoutTests {
    /// The offsets that generated code relies on, by hand.
    @Test("Fields that every kernel has")
    func fields() {
        let offsets: [(ParameterBlockLayout.Field, Int)] = [
            (.zeros0, 0), (.zeros1, 8), (.x, 16), (.y, 24), (.width, 32), (.height, 40), (.output, 48),
            (.outputBytesPerRow, 56), (.outputBytesPerPixel, 64), (.stepBudget, 72), (.fault, 80),
        ]
        #expect(offsets.map(\.0) == ParameterBlockLayout.Field.allCases)
        for (field, offset) in offsets { #expect(field.offset == offset) }
    }

    @Test("Fields of an image")
    func imageFields() {
        let offsets: [(ParameterBlockLayout.ImageField, Int)] = [
            (.base, 0), (.bytesPerRow, 8), (.bytesPerPixel, 16), (.columns, 24), (.rows, 32), (.left, 40),
            (.right, 48), (.bottom, 56), (.top, 64), (.columnOffset, 72), (.rowOffset, 80), (.a, 88), (.b, 96),
            (.c, 104), (.d, 112), (.tx, 120), (.ty, 128), (.scaleX, 136), (.scaleY, 144), (.originX, 152),
            (.originY, 160), (.lowX, 168), (.highX, 176), (.baseX, 184), (.lowY, 192), (.highY, 200), (.baseY, 208),
            (.isIdentity, 216), (.clamps, 224),
        ]
        #expect(offsets.map(\.0) == ParameterBlockLayout.ImageField.allCases)
        for (field, offset) in offsets { #expect(field.offset == offset) }
        #expect(ParameterBlockLayout.imageStride == 232)
    }

    @Test("Inputs follow the fields once each, and images the inputs")
    func inputs() throws {
        let layout = ParameterBlockLayout(try TestPrograms.twoImages())
        // In the order in which the program reads them first.
        let offsets: [(KernelInput, Int)] = [
            (.argument(parameter: 1, component: 0), 88), (.argument(parameter: 2, component: 0), 96),
            (.argument(parameter: 3, component: 0), 104), (.argument(parameter: 4, component: 1), 112),
            (.attribute(image: 0, .width), 120), (.attribute(image: 1, .width), 128), (.attribute(image: 0, .tx), 136),
        ]
        #expect(layout.inputs == offsets.map(\.0))
        for (input, offset) in offsets { #expect(layout.offset(of: input) == offset) }
        #expect(layout.offset(of: .argument(parameter: 4, component: 0)) == nil)
        #expect(layout.imageCount == 2)
        #expect(layout.offset(ofImage: 0) == 144)
        #expect(layout.offset(ofImage: 1) == 376)
        #expect(layout.byteCount == 608)
    }

    @Test("The size is a multiple of 16 for any number of fields")
    func sizes() throws {
        for (text, size) in [
            ("kernel vec4 k() { return vec4(1.0); }", 96),
            ("kernel vec4 k(float f) { return vec4(f); }", 96),
            ("kernel vec4 k(vec2 f) { return vec4(f, f); }", 112),
            ("kernel vec4 k(__sample s) { return s; }", 320),
        ] {
            let layout = ParameterBlockLayout(try TestPrograms.compiled(text))
            #expect(layout.byteCount == size, "\(text)")
        }
    }
}
