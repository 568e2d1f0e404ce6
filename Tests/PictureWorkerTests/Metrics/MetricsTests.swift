import Foundation
import Testing

@testable import PictureWorker

@Suite("Metrics")
struct MetricsTests {
    @Test("The counts are those of the jobs")
    func counts() throws {
        let worker = try WorkerProcess(["--jobs", "2"])
        var bytes = 0
        for index in 0..<5 {
            let answer = try worker.answer(to: [
                "id": "\(index)", "input": WorkerProcess.scene, "output": "\(index).jpg",
            ])
            bytes += try #require(answer["bytes"] as? Int)
        }
        for name in ["x", "y"] { _ = try worker.answer(to: ["id": name, "input": name, "output": "\(name).jpg"]) }
        try worker.send(text: "nonsense\n")
        _ = try worker.line()
        try worker.send(["request": "metrics"])
        let text = try #require(try worker.line()["metrics"] as? String)
        let samples = try PrometheusSamples(text)
        func value(_ name: String) -> Double? { samples.values["coreimage_worker_" + name] }
        #expect(value(#"jobs_total{result="done"}"#) == 5)
        #expect(value(#"jobs_total{result="input"}"#) == 2)
        #expect(value(#"jobs_total{result="malformed"}"#) == 1)
        #expect(value(#"jobs_total{result="deadline"}"#) == 0)
        #expect(value("result_bytes_total") == Double(bytes))
        #expect(value("jobs_working") == 0 && value("jobs_waiting") == 0 && value("slots") == 2)
        #expect(value("memory_leased_bytes") == 0)
        #expect(try #require(value("resident_memory_bytes")) > 1e6)
        #expect(value("job_seconds_count") == 7)
        #expect(try #require(value("job_seconds_sum")) > 0)
        #expect(samples.types["coreimage_worker_job_seconds"] == "histogram")
        for name in ["coreimage_worker_job_seconds", "coreimage_worker_job_wait_seconds"] {
            let buckets = samples.buckets(of: name)
            #expect(buckets.last?.limit == .infinity && buckets.last?.count == samples.values[name + "_count"])
            #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.count <= $1.count })
        }
    }

    @Test("A time is counted in each bucket whose limit it doesn't exceed")
    func histogram() {
        var histogram = Histogram()
        for time in [0.0005, 0.001, 0.0011, 3, 100] { histogram.add(time) }
        #expect(histogram.count == 5)
        #expect(abs(histogram.sum - 103.0026) < 1e-9)
        for (limit, count) in histogram.cumulative {
            #expect(count == [0.0005, 0.001, 0.0011, 3, 100].count { $0 <= limit })
        }
    }
}
