/** Measures the longest turn of this process's event loop, in CPU time: wall time would include other processes. */
export function measureTurns(): { takeLongestMs(): number; stop(): void } {
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
