/**
 * Measures the longest turn of this process's event loop, in CPU time: wall time would include other processes. Reads it
 * at most once a millisecond, so that an idle process stays idle.
 */
export function measureTurns(): { takeLongestMs(): number; stop(): void } {
  let longest = 0
  let isStopped = false
  let last = process.cpuUsage()
  const read = (): void => {
    const now = process.cpuUsage()
    longest = Math.max(longest, now.user + now.system - last.user - last.system)
    last = now
  }
  const look = (): void => {
    read()
    if (!isStopped) setTimeout(look, 1)
  }
  look()
  return {
    takeLongestMs() {
      read()
      const taken = longest / 1_000
      longest = 0
      return taken
    },
    stop() {
      isStopped = true
    },
  }
}
