/**
 * Stops this process cleanly on SIGTERM or SIGINT, and when the parent has exited. A parent that was killed with SIGKILL
 * cannot signal its children, but the IPC channel closes.
 */
export function stopWithParent(stop: () => Promise<void>): void {
  let isStopping = false
  const stopOnce = (): void => {
    if (isStopping) return
    isStopping = true
    void stop().finally(() => process.exit(0))
  }
  process.once('SIGTERM', stopOnce)
  process.once('SIGINT', stopOnce)
  if (process.send) process.once('disconnect', stopOnce)
}
