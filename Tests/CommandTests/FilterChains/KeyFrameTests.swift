import CommandOutput
import CoreImage
import Foundation
import Pixels
import Testing

@testable import FilterChains

/// Tests of key frames against linear interpolation that is written out.
@Suite("Key frames of settings")
struct KeyFrameTests {
    private func frames(
        _ value: String, key: String = "inputRadius", attributeClass: String = "NSNumber", type: String? = nil,
        frameRate: Double = 25
    ) throws -> KeyFrames {
        var facts: [String: Any] = [kCIAttributeClass: attributeClass]
        facts[kCIAttributeType] = type
        return try KeyFrames(
            KeyFrameText(key: "radius", value: value), key: key, facts: facts, frameRate: frameRate,
            reader: ValueReader { label in throw Refusal("@\(label)") })
    }

    private func number(_ frames: KeyFrames, _ time: Double) throws -> Double {
        try #require(frames.value(at: time) as? NSNumber).doubleValue
    }

    @Test("between key frames values change linearly, outside of them they stay")
    func numbers() throws {
        let frames = try frames("1@1s,31@2s,11@4s")
        for (time, value) in [
            (-5.0, 1.0), (0, 1), (1, 1), (1.25, 8.5), (1.5, 16), (2, 31), (2.5, 26), (3, 21), (4, 11), (100, 11),
        ] {
            #expect(abs(try number(frames, time) - value) < 1e-9, "\(time)")
        }
        #expect(try number(self.frames("7@3s"), 0) == 7)
    }

    @Test(
        "times",
        arguments: [
            ("2", 2.0), ("2s", 2), ("1.5S", 1.5), ("250ms", 0.25), ("1:30", 90), ("1:02:03.5", 3723.5), ("50f", 2),
            ("0f", 0),
        ])
    func times(_ text: String, _ seconds: Double) throws {
        #expect(try #require(TimeText(text)).seconds(frameRate: 25) == seconds)
    }

    @Test(
        "other texts aren't times",
        arguments: ["", "s", "2x", "-1", "1e3", "inf", "nan", "0x2", "1:60", "1:2:3:4", "1.5:20", ":", "2 s", "ms"])
    func notTimes(_ text: String) { #expect(TimeText(text) == nil) }

    @Test("vectors, colours, transforms and lists change in each component")
    func components() throws {
        let vector = try frames("0,100@0s,50,-100@2s", attributeClass: "CIVector").value(at: 0.5) as? CIVector
        #expect(vector == CIVector(x: 12.5, y: 50))
        let colour = try #require(
            try frames("#ff0000@0s,0,0.5,1,0@1s", attributeClass: "CIColor").value(at: 0.25) as? CIColor)
        for (found, expected) in zip([colour.red, colour.green, colour.blue, colour.alpha], [0.75, 0.125, 0.25, 0.75]) {
            #expect(abs(found - expected) < 1e-6)
        }
        let transform = try #require(
            try frames("1,0,0,1,0,0@0s,0,1,-1,0,20,40@1s", attributeClass: "NSAffineTransform").value(at: 0.5)
                as? NSAffineTransform)
        #expect(CGAffineTransform(transform) == CGAffineTransform(a: 0.5, b: 0.5, c: -0.5, d: 0.5, tx: 10, ty: 20))
        let list = try frames("0,0;4,4@0s,8,8;4,0@1s", attributeClass: "NSArray").value(at: 0.5) as? [CIVector]
        #expect(list == [CIVector(x: 4, y: 4), CIVector(x: 4, y: 2)])
    }

    @Test("whole numbers are rounded, and what is on or off changes at key frames")
    func kinds() throws {
        let whole = try frames("1@0s,4@1s", type: kCIAttributeTypeInteger)
        #expect(try [0.1, 0.2, 0.4, 0.6, 0.9].map { try number(whole, $0) } == [1, 2, 2, 3, 4])
        let flag = try frames("off@0s,on@1s,off@2s", type: kCIAttributeTypeBoolean)
        #expect(try [0, 0.99, 1, 1.99, 2].map { try number(flag, $0) } == [0, 0, 1, 1, 0])
    }

    @Test(
        "a mistake is named with its place",
        arguments: [
            ("0@0s,30@2q", "character 16: '2q' is not a time; \(TimeText.forms)"),
            ("0@0s,30", "character 13: '30' has no time; write it behind an @, as in 30@2s"),
            ("0@0s,@2s", "character 13: there is no value before the @; write one, as in 0@0s"),
            ("0@0s,", "character 12: nothing follows the comma; leave it out, or write another value with its time"),
            ("0@2s,30@1s", "character 16: this time is not after the one before it; write key frames by time"),
            (
                "1e308@0s,0@1s",
                "character 8: a number this large can't be interpolated; write one of at most 1e100"
            ),
            ("0@0s,a@1s", "character 13: inputRadius=a: write a number, such as inputRadius=0.5"),
        ])
    func mistakes(_ value: String, _ expected: String) throws {
        let error = try #require(throws: KeyFrameError.self) { try frames(value) }
        let position = error.position
        #expect(
            error.description == "radius=\(value), character \(position): \(error.reason)\n  radius=\(value)\n  "
                + String(repeating: " ", count: position - 1) + "^")
        #expect("character \(position): \(error.reason)" == expected)
    }

    @Test("values must have as many components as those before them")
    func counts() throws {
        let error = #expect(throws: KeyFrameError.self) {
            try frames("0,0@0s,1,2,3@1s", attributeClass: "CIVector")
        }
        #expect(error?.reason == "this value has 3 components, and those before it 2; write as many")
    }

    @Test("a chain has its values at the time of the frame, and filters with a time get it")
    func chain() throws {
        let steps = try ChainStep.parse(["ExposureAdjust", "EV=0@0s,2@1s", "as", "light,", "Crop", "rectangle=0,0,2,2"])
        let chain = try FrameChain(steps, frameRate: 25)
        #expect(chain.changesWithTime)
        let grey = CIImage(
            color: CIColor(
                red: 0.25, green: 0.25, blue: 0.25, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!)!)
        for (time, gain) in [(-1.0, 1.0), (0.5, 2), (1, 4), (3, 4)] {
            let image = try chain.image(of: grey, at: time)
            #expect(image.extent == CGRect(x: 0, y: 0, width: 2, height: 2))
            var pixel = SIMD4<Float>.zero
            try withUnsafeMutableBytes(of: &pixel) { memory in
                try CIContext().renderBitmap(
                    image, to: memory.baseAddress!, rowBytes: 16, bounds: CGRect(x: 0, y: 0, width: 1, height: 1),
                    format: .RGBAf, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
            }
            #expect(abs(pixel.x - 0.25 * Float(gain)) < 1e-3, "\(time)")
        }
        // A dissolve from black to white has the grey of its time.
        let dissolve = try FrameChain(
            ChainStep.parse(["DissolveTransition", "targetImage=@input"]), frameRate: 25)
        #expect(dissolve.changesWithTime)
        #expect(try !FrameChain(ChainStep.parse(["SepiaTone"]), frameRate: 25).changesWithTime)
    }

    @Test("mistakes in a chain are known before the first frame")
    func chainMistakes() {
        for (words, text) in [
            (["GaussianBlur", "radius=0@0s,3@x"], "character 15: 'x' is not a time"),
            (["SepiaTonne"], "SepiaTone"), (["SepiaTone", "radius=1"], "radius"),
            (["BlendWithMask", "maskImage=@soft"], "@soft: no earlier step has this label"),
        ] {
            do {
                _ = try FrameChain(ChainStep.parse(words), frameRate: 25)
                Issue.record("\(words)")
            } catch {
                #expect(StandardError.text(of: error).contains(text), "\(error)")
            }
        }
    }
}
