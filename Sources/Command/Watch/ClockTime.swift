import Glibc

/// Formats the local time of day, from 0 to 24 hours in every locale.
enum ClockTime {
    /// Returns the time as `14:05:09`, in the time zone given by `TZ` or the system.
    static func text(of seconds: time_t) -> String {
        var (moment, parts) = (seconds, tm())
        tzset()
        guard localtime_r(&moment, &parts) != nil else { return "--:--:--" }
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}
