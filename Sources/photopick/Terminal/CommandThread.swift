import PhotoFiles

/// The thread on which commands run.
///
/// A command waits for disks, for people who type a list, and for programs that read its results as slowly as they like;
/// Swift's own threads never wait. What a command awaits resumes on its thread, so that results leave in the order in
/// which they are written, and nothing is made far ahead of a slow reader.
enum CommandThread {
  /// A pool of this thread alone.
  static let pool = WorkerPool(threadCount: 1)
}
