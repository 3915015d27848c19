import PhotoFiles

/// Tells when nobody reads stdout any longer, also while nothing is written.
enum OutputHangup {
  /// Waits until the reader of stdout is gone, or the task is cancelled.
  ///
  /// A thread waits in poll(2) and ends with the process: it cannot be woken without a reader going away.
  static func wait() async {
    let (hangups, hangup) = AsyncStream<Void>.makeStream()
    WorkerThread.start(stackSize: 1 << 18) {
      // poll reports errors and hang-ups without being asked.
      var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&descriptor, 1, -1) < 0, errno == EINTR || errno == EAGAIN {}
      // If stdout is closed from the start, writing tells.
      if descriptor.revents & Int16(POLLERR | POLLHUP) != 0 { hangup.yield() }
    }
    for await _ in hangups { return }
  }
}
