extension WorkerMetrics {
    /// What isn't counted, but measured when the text is made.
    struct Gauges {
        var waiting: Int
        var memory: Int
        var leased: Int
        var slots: Int
        /// The number of sandboxed processes that ended in mid-job.
        var crashes = 0
    }

    /// Returns all metrics in the text format of Prometheus, version 0.0.4.
    func text(_ gauges: Gauges) -> String {
        let counts = counts
        var text = PrometheusText(prefix: "coreimage_worker_")
        text.add(
            "jobs_total", .counter, "Finished jobs and refused lines, by result.",
            [(["result": "done"], Double(counts.done))]
                + JobFailure.Kind.allCases.map { (["result": $0.rawValue], Double(counts.failures[$0] ?? 0)) })
        text.add("jobs_reused_total", .counter, "Jobs whose result was there already.", counts.reused)
        text.add("result_bytes_total", .counter, "Bytes of results.", counts.bytes)
        text.add("crashes_total", .counter, "Sandboxed processes that ended during a job.", gauges.crashes)
        text.add("jobs_working", .gauge, "Jobs in work.", counts.working)
        text.add("jobs_waiting", .gauge, "Jobs that wait for a slot.", gauges.waiting)
        text.add("slots", .gauge, "Jobs that are done at a time.", gauges.slots)
        text.add("memory_limit_bytes", .gauge, "Memory for all jobs.", gauges.memory)
        text.add("memory_leased_bytes", .gauge, "Memory that jobs in work may use.", gauges.leased)
        text.add("resident_memory_bytes", .gauge, "Resident memory of the worker's own process.", PeakMemory.present)
        text.add("uptime_seconds", .gauge, "Time since the worker started.", [([:], uptime / .seconds(1))])
        text.add("job_seconds", "Time of the work on a job.", counts.work)
        text.add("job_wait_seconds", "Time from reading a job to its beginning.", counts.wait)
        return text.text
    }
}
