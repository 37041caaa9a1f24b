/** A duration as text, rounded up to whole units: "a minute", "2 minutes", "3 hours". */
export function formatWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}
