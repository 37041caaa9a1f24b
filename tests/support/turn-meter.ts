/**
 * Processor time of the longest turn of this process's event loop since the last look. Not the time on the clock: the
 * machine is shared, and waiting for others is no work.
 */
export function meterTurns(): { takeLongestMs(): number; stop(): void } {
  let longest = 0
  let isStopped = false
  let last = process.cpuUsage()
  const look = (): void => {
    const now = process.cpuUsage()
    longest = Math.max(longest, now.user + now.system - last.user - last.system)
    last = now
    if (!isStopped) setImmediate(look)
  }
  look()
  return {
    takeLongestMs() {
      const taken = longest / 1_000
      longest = 0
      return taken
    },
    stop() {
      isStopped = true
    },
  }
}
