/** Publishing can take a few minutes. After this a post counts as late. */
const lateAfterMs = 3 * 60_000

/** Where a post is that may be published once its time has come. */
export function dueState(scheduledAt: string, now: Date): 'scheduled' | 'publishing' | 'late' {
  const overdueMs = now.getTime() - new Date(scheduledAt).getTime()
  if (overdueMs > lateAfterMs) return 'late'
  return overdueMs > 0 ? 'publishing' : 'scheduled'
}
