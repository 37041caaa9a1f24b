type Entry = { kind: string; channel: string | null; detail: Record<string, unknown> }

/**
 * The entries to show: events that repeat an action or an attempt are left out. The API returns all of them.
 */
export function timelineEntries<T extends Entry>(entries: readonly T[]): T[] {
  const hasSameFailure = (entry: T, matches: (other: T) => boolean): boolean =>
    entries.some(
      (other) => other.channel === entry.channel && other.detail.code === entry.detail.code && matches(other),
    )
  return entries.filter((entry) => {
    if (entry.kind !== 'event') return true
    const { event } = entry.detail
    if (event === 'story.scheduled' || event === 'story.published') return false
    if (event === 'story.skipped') return entry.channel !== null
    if (event !== 'story.failed') return true
    const isRepeated = hasSameFailure(
      entry,
      ({ kind, detail }) =>
        (kind === 'attempt' && detail.outcome === 'failed') || (kind === 'event' && detail.event === 'story.skipped'),
    )
    return entry.channel !== null && !isRepeated
  })
}
