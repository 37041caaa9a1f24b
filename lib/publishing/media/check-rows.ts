import { deadlineIn } from '@/lib/deadline'
import { resolvePost } from '@/lib/posts/resolve'
import type { CheckedRow, Finding } from './findings'

/** `problems`: rows that cannot be published as they are. */
export type Checked = { checked: number; problems: number }

/**
 * Checks rows one after the other, or several at once. Ends early after `runMs`; the next run continues.
 *
 * @param check finds and stores what is wrong with the files of a row
 */
export async function checkRows<Row>(
  rows: readonly Row[],
  { runMs, concurrency = 1 }: { runMs: number; concurrency?: number },
  check: (row: Row) => Promise<Finding | null>,
): Promise<Checked> {
  const end = deadlineIn(runMs)
  const waiting = rows.values()
  const counts = { checked: 0, problems: 0 }
  const lane = async (): Promise<void> => {
    // The lanes share the iterator, so each row is taken once.
    for (const row of waiting) {
      if (end.aborted) return
      const finding = await check(row)
      counts.checked += 1
      if (finding?.kind === 'media_problem') counts.problems += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return counts
}

/** The post of a row, for its files: which are shown depends on whether there is a link, not on its target. */
export const postOf = ({ channel, story }: Pick<CheckedRow, 'channel' | 'story'>) =>
  resolvePost(story, channel, { link: story.destination_url, defaultBoardId: null }).post
