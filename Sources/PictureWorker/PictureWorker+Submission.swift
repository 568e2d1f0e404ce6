import ChildProcesses

extension PictureWorker {
    /// Submits a job of this process. It is refused at once if the queue is full or the worker ends.
    ///
    /// - Parameters:
    ///   - files: The descriptors of the job's pictures.
    ///   - isWanted: Called before the job begins. It isn't begun if the closure returns false.
    ///   - finish: Called once, on a thread of the worker, if the job was accepted.
    /// - Returns: Whether the job was accepted.
    package func submit(
        _ request: JobRequest, files: [FileDescriptor], isWanted: @escaping @Sendable () -> Bool = { true },
        finish: @escaping @Sendable (SubmittedJob) -> Void
    ) -> Bool {
        let input = JobInput(request, files: files, seconds: request.deadline ?? settings.deadline)
        return queue.offer(PendingJob(input, isWanted: isWanted) { finish(SubmittedJob($0, $1)) })
    }

    /// Returns the key of all that decides about a job's result, as 64 hexadecimal digits. The job isn't done.
    ///
    /// - Throws: `JobFailure` if a picture can't be read, or the format isn't known.
    package func contentKey(of request: JobRequest, files: [FileDescriptor]) throws(JobFailure) -> String {
        do {
            let format = try request.output.format().extensions[0]
            return try ContentKey(
                request, files: files, format: format, decodesReduced: settings.decodesReduced
            ).text
        } catch {
            throw JobFailure(error, in: .reading)
        }
    }
}
