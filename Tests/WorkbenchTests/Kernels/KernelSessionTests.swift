import CoreImage
import Foundation
import Testing
import _Testing_CoreImage

@testable import Workbench

@Suite("Kernels of pages")
struct KernelSessionTests {
    private let outlet = RecordingOutlet()
    private let view = PreviewRequest(
        subject: .kernel, width: 4, height: 2, region: CGRect(x: 0, y: 0, width: 4, height: 2))

    private func session(limits: WorkbenchLimits = WorkbenchLimits()) async throws -> WorkbenchSession {
        let session = WorkbenchSession(
            try WorkbenchContents(pictures: [], units: [], limits: limits), outlet: outlet)
        try await session.start()
        return session
    }

    private func take(_ text: String, _ session: WorkbenchSession, name: String? = nil) async {
        await session.take(.kernel(.text(text, version: 1, kernel: name)))
    }

    private var report: ServerMessage.Kernel? {
        for case .kernel(let kernel) in outlet.messages.reversed() { return kernel }
        return nil
    }

    @Test("a diagnostic has its place, and the last kernel that compiled stays")
    func diagnostics() async throws {
        let session = try await session()
        await take("kernel vec4 f(__sample s, float a) { return s * a; }", session)
        #expect(report?.notes.isEmpty == true && report?.controls.map(\.key) == ["s", "a"])
        await take("kernel vec4 f(__sample s) {\n    /* 𝄞 */ return t;\n}", session)
        let note = try #require(report?.notes.first)
        // The clef has two code units of UTF-16.
        #expect(note.line == 1 && note.column == 20 && note.endColumn == 21 && note.isError)
        #expect(report?.kernel == "f" && report?.controls.map(\.key) == ["s", "a"])
        await session.close()
    }

    @Test("parameters, also of another kernel of the text, decide the pixels")
    func pixels() async throws {
        let session = try await session()
        let text = """
            kernel vec4 one(__sample s, float red) { return vec4(red, 0.0, 0.0, 1.0); }
            kernel vec4 two(__sample s, __color c) { return c; }
            """
        await take(text, session)
        await session.take(.kernel(.set(key: "red", .number(1))))
        await session.take(.view(view))
        try await outlet.wait { $0.frames.count == 1 }
        #expect(outlet.frames[0].pixels.prefix(4) == [255, 0, 0, 255])
        await take(text, session, name: "two")
        await session.take(.kernel(.set(key: "c", .color(red: 0, green: 0, blue: 1, alpha: 1))))
        await session.take(.view(view))
        try await outlet.wait { $0.frames.count == 2 }
        #expect(outlet.frames[1].pixels.prefix(4) == [0, 0, 255, 255])
        await session.close()
    }

    @Test("a warp kernel moves its image, a general kernel reads in its margin")
    func kinds() async throws {
        let session = try await session()
        // Columns of red from 0 on, in steps of 40.
        let columns = CIKernel(
            "kernel vec4 f() { return vec4(srgb_to_linear(vec3(floor(destCoord().x) * 40.0 / 255.0)), 1.0); }")
        let image = columns.apply(extent: CGRect(x: 0, y: 0, width: 6, height: 2))
        let data = try CIContext().pngData(
            of: image, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
        await session.take(picture: data, name: "columns.png")
        await session.take(.kernel(.domain(KernelDomain(margin: 2))))
        for (text, count) in [
            ("kernel vec2 f() { return destCoord() + vec2(1.0, 0.0); }", 1),
            ("kernel vec4 f(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(1.0, 0.0))); }", 2),
        ] {
            await take(text, session)
            await session.take(.view(view))
            try await outlet.wait { $0.frames.count == count }
            let reds = stride(from: 0, to: 16, by: 4).map { outlet.frames[count - 1].pixels[$0] }
            #expect(reds == [40, 80, 120, 160], "\(text)")
        }
        await session.close()
    }

    @Test("a kernel that doesn't end is ended")
    func endless() async throws {
        var limits = WorkbenchLimits()
        limits.kernelTime = 0.2
        let session = try await session(limits: limits)
        await take(
            "kernel vec4 f(__sample s) { float x = s.r; while (x < 9.0) { x = sin(x); } return vec4(x); }", session)
        await session.take(.view(view))
        try await outlet.wait { $0.result?.failures.isEmpty == false }
        await session.close()
    }

    @Test("a text that is too long, and a value that doesn't fit, are refused")
    func refusals() async throws {
        let session = try await session()
        await take(String(repeating: "x", count: 300_000), session)
        await take("kernel vec4 f(__sample s, float a) { return s * a; }", session)
        await session.take(.kernel(.set(key: "a", .text("much"))))
        await session.take(.kernel(.domain(KernelDomain(margin: -1))))
        #expect(outlet.refusals.count == 3)
        await session.close()
    }

    @Test("a filter in Swift has the values, the extent and the margin of the page")
    func exportedFilter() async throws {
        let session = try await session()
        await take(
            "kernel vec4 f(sampler s, __color tint, vec3 w, float amount) {"
                + " return sample(s, samplerCoord(s) + vec2(1.0, 0.0)) * tint * w.x * amount; }", session)
        await session.take(.kernel(.set(key: "tint", .color(red: 0.25, green: 0.5, blue: 0.75, alpha: 1))))
        await session.take(.kernel(.set(key: "w", .numbers([1, 2, 3]))))
        await session.take(.kernel(.set(key: "amount", .number(4))))
        await session.take(.kernel(.domain(KernelDomain(extent: .grown, margin: 3))))
        await session.take(.export(.swift, of: .kernel))
        #expect(outlet.refusals.map(\.message) == [])
        let text = try #require(exported?.text)
        #expect(text.contains("default: CIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1.0)"))
        #expect(text.contains("default: CIVector(string: \"[1.0 2.0 3.0]\")"))
        // The slider is extended to the value.
        #expect(text.contains("default: 4.0, slider: (0.0)...(4.0)"))
        #expect(text.contains("extent: inputImage.extent.insetBy(dx: -3.0, dy: -3.0)"))
        #expect(text.contains("roiCallback: { _, area in area.insetBy(dx: -3.0, dy: -3.0) }"))
        await session.close()
    }

    @Test("nothing is exported of a text with errors")
    func brokenExport() async throws {
        let session = try await session()
        await take("kernel vec4 f(__sample s) { return s; }", session)
        await take("kernel vec4 g(", session)
        for form in [ExportForm.unit, .swift, .recipe, .png, .jpeg] {
            await session.take(.export(form, of: .kernel))
            #expect(outlet.refusals.last?.message == "The kernel has an error. Correct it first.")
        }
        #expect(outlet.refusals.count == 5 && exported == nil && outlet.frames.isEmpty)
        await session.close()
    }

    private var exported: ServerMessage.Exported? {
        for case .exported(let exported) in outlet.messages.reversed() { return exported }
        return nil
    }
}
