type Entry = { kind: string; channel: string | null; detail: Record<string, unknown> }

/**
 * What a person reads: what an action or an attempt has told is not told again by the event that it caused. Whoever asks
 * the API gets all of it.
 */
export function toldOnce<T extends Entry>(entries: readonly T[]): T[] {
  const tells = (entry: T, told: (other: T) => boolean): boolean =>
    entries.some((other) => other.channel === entry.channel && other.detail.code === entry.detail.code && told(other))
  return entries.filter((entry) => {
    if (entry.kind !== 'event') return true
    const { event } = entry.detail
    if (event === 'story.scheduled' || event === 'story.published') return false
    if (event === 'story.skipped') return entry.channel !== null
    if (event !== 'story.failed') return true
    const isTold = tells(
      entry,
      ({ kind, detail }) =>
        (kind === 'attempt' && detail.outcome === 'failed') || (kind === 'event' && detail.event === 'story.skipped'),
    )
    return entry.channel !== null && !isTold
  })
}
