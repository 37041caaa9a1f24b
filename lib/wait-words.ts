/** A time to wait as people say it, in whole minutes and never less than was named: "a minute", "2 minutes", "3 hours". */
export function sayWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}
