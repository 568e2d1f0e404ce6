import CoreImage
import Foundation
import Logging
import PictureService
import TestSupport
import Testing

@testable import PictureWorker

/// The service without HTTP and without sandboxed processes. `Tests/Deployment/test_service.py` tests it with both.
struct PictureServiceTests {
    private struct NoExchange: RemoteExchange {
        func response(
            to address: RemoteAddress, at host: InternetAddress, of source: RemoteSource,
            deadline: ContinuousClock.Instant
        ) async throws(Problem) -> RemoteResponse {
            RemoteResponse(status: 404)
        }
    }

    /// Returns a picture of 8 × 4 pixels.
    private func picture(_ color: CIColor) throws -> Data {
        let image = CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 4))
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        return try #require(CIContext().pngRepresentation(of: image, format: .RGBA8, colorSpace: space))
    }

    /// Starts a service with the pictures `a.png` (red, 8 × 4 pixels) and `text.png` (no picture).
    private func service(in folder: String) throws -> PictureService {
        try FileManager.default.createDirectory(atPath: folder + "/photos", withIntermediateDirectories: true)
        try picture(.red).write(to: URL(fileURLWithPath: folder + "/photos/a.png"))
        try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/photos/text.png"))
        let text = """
            {"sources": {"photos": {"folder": "photos"}, "far": {"address": "http://192.0.2.1/", "private": true}},
             "recipes": {"half": {"size": {"fit": [4, 4]}}, "bad": {"chain": "Crop rectangle=900,900,5,5"}},
             "images": {"unsigned": true, "widths": [1, 4]}, "formats": ["jpeg", "png"],
             "worker": {"isolate": false, "jobs": 1}, "limits": {"queue": 1}}
            """
        let configuration = try Configurations.load(text, in: folder)
        return try PictureService(
            configuration, isolation: nil, exchange: NoExchange(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func withService(_ body: (PictureService, String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("service-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let service = try service(in: folder)
        try await body(service, folder)
        service.drain()
    }

    private func get(_ target: String, _ service: PictureService, _ fields: [String: [String]] = [:]) async
        -> ServiceResponse
    {
        await service.response(to: ServiceRequest(method: "GET", target: target, fields: fields))
    }

    @Test func resultsHaveTagsByFormat() async throws {
        try await withService { service, folder in
            let png = await get("/r/half/photos/a.png", service)
            #expect(png.status == 200 && png["content-type"] == "image/png" && png["vary"] == "Accept")
            let size = try #require(CIImage(data: png.body)).extent.size
            #expect(size == CGSize(width: 4, height: 2))
            let jpeg = await get("/r/half/photos/a.png", service, ["accept": ["image/jpeg"]])
            #expect(jpeg["content-type"] == "image/jpeg" && jpeg["etag"] != png["etag"])
            var (tag, again, units) = ("", png, [String]())
            // Another test may load an image unit in between, which changes the tag.
            repeat {
                units = LoadedUnits.shared.fingerprints
                tag = try #require(await get("/r/half/photos/a.png", service)["etag"])
                again = await get("/r/half/photos/a.png", service, ["if-none-match": [tag]])
            } while LoadedUnits.shared.fingerprints != units
            #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag && again["vary"] == "Accept")
            // Another picture under the same name.
            try picture(.blue).write(to: URL(fileURLWithPath: folder + "/photos/a.png"))
            let changed = await get("/r/half/photos/a.png", service, ["if-none-match": [tag]])
            #expect(changed.status == 200 && changed["etag"] != tag)
        }
    }

    @Test func statuses() async throws {
        try await withService { service, _ in
            let expected: [(String, Int, String)] = [
                ("/", 404, "missing"), ("/r/half", 404, "missing"), ("/r/none/photos/a.png", 404, "missing"),
                ("/r/half/none/a.png", 404, "missing"), ("/r/half/photos/none.png", 404, "missing"),
                ("/r/half/photos", 404, "missing"), ("/r/half/photos/a.png/", 404, "missing"),
                ("/r/half/photos/..%2fa.png", 403, "forbidden"), ("/r/half/photos/%2e%2e/a.png", 403, "forbidden"),
                ("/r/half/photos/a%00.png", 400, "malformed"), ("/r/half/photos/a.png?w=1", 400, "malformed"),
                ("/i/photos/a.png?w=5", 400, "malformed"), ("/i/photos/a.png?format=webp", 400, "malformed"),
                ("/i/photos/a.png?e=5", 403, "signature"), ("/r/half/photos/text.png", 422, "input"),
                ("/r/bad/photos/a.png", 422, "recipe"), ("/r/half/far/a.png", 404, "missing"),
                ("/health/x", 404, "missing"), ("/render", 405, "method"),
            ]
            for (target, status, kind) in expected {
                let response = await get(target, service)
                #expect(response.status == status, "\(target)")
                let problem = try JSONDecoder().decode([String: String].self, from: response.body)
                #expect(problem["kind"] == kind && problem["message"] != "" && problem["remedy"] != "", "\(target)")
            }
            #expect(await get("/i/photos/a.png?w=4&e=99999999999", service).status == 200)
            let refused = await get("/r/half/photos/a.png", service, ["accept": ["text/html"]])
            #expect(refused.status == 406)
        }
    }

    /// `*` stands for a result, and there is none of what can't be read.
    @Test func anyTagNeedsAResult() async throws {
        try await withService { service, _ in
            let fields = ["if-none-match": ["*"]]
            let there = await get("/r/half/photos/a.png", service, fields)
            #expect(there.status == 304 && there.body.isEmpty && there["etag"] != nil)
            #expect(await get("/r/half/photos/text.png", service, fields).status == 422)
            #expect(await get("/r/bad/photos/a.png", service, fields).status == 422)
        }
    }

    /// Outside of the sandbox, a chain could name other files.
    @Test func picturesAreOnlyTakenInTheSandbox() async throws {
        try await withService { service, _ in
            let request = ServiceRequest(
                method: "POST", target: "/render", fields: ["content-type": ["image/png"]], body: { _ in Data([1]) })
            #expect(await service.response(to: request).status == 403)
        }
    }

    @Test func headHasTheLengthAndNoBody() async throws {
        try await withService { service, _ in
            let whole = await get("/r/half/photos/a.png", service)
            let head = await service.response(to: ServiceRequest(method: "HEAD", target: "/r/half/photos/a.png"))
            #expect(head.status == 200 && head.body.isEmpty && head["content-length"] == "\(whole.body.count)")
        }
    }

    @Test func drainingRefusesPictures() async throws {
        try await withService { service, _ in
            #expect(await get("/health", service).status == 200)
            service.drain()
            let refused = await get("/r/half/photos/a.png", service)
            #expect(refused.status == 503 && refused["retry-after"] == "1")
            #expect(await get("/health", service).status == 503)
            let metrics = String(decoding: await get("/metrics", service).body, as: UTF8.self)
            #expect(metrics.contains("coreimage_service_requests_total{route=\"r\",status=\"503\"} 1\n"))
            #expect(metrics.contains("coreimage_worker_slots 1\n"))
        }
    }
}
