const shown = (at: Date, timeZone: string): string =>
  at.toLocaleString('en-GB', { timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Reports slots without a story; null when there are none. */
export function skipNote(skipped: readonly Date[], timezone: string): string | null {
  const [first, last] = [skipped[0], skipped.at(-1)]
  if (!first || !last) return null
  const reason = 'more than an hour had passed, because the project was paused or Storycast was not running.'
  if (skipped.length === 1) return `Skipped the post of ${shown(first, timezone)}: ${reason}`
  return `Skipped ${skipped.length} posts from ${shown(first, timezone)} to ${shown(last, timezone)}: ${reason}`
}
