/**
 * Ends this process in good order on SIGTERM or SIGINT, and when the parent is gone: a parent that was killed with -9
 * cannot tell its children, but the channel between them closes.
 */
export function stopWithParent(stop: () => Promise<void>): void {
  let isStopping = false
  const end = (): void => {
    if (isStopping) return
    isStopping = true
    void stop().finally(() => process.exit(0))
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  if (process.send) process.once('disconnect', end)
}
