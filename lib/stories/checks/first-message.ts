import type { Issue } from '@/lib/errors'

/** The first issue as a sentence, with the number of others. Null when there are none. */
export function firstMessage(issues: readonly Issue[]): string | null {
  const [first] = issues
  if (!first) return null
  return issues.length > 1 ? `${first.message} (and ${issues.length - 1} more)` : first.message
}
