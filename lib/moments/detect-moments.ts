import { monotonicMs, systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import {
  type Batch,
  markChecked,
  nextReadings,
  projectsToCheck,
  readingsUpTo,
  skipOldReadings,
  titlesOf,
  totalsSince,
} from './detection-repository'
import { detect } from './detectors/detect'
import type { Finding } from './detectors/finding'
import { findMilestones } from './detectors/milestone'
import { draftFollowUps } from './draft-follow-ups'
import { saveMoments } from './save-moments'
import { wordReasoning } from './word-reasoning'
import { textOf } from './wording'

/** Readings checked at once. Limits memory and the time of a transaction. */
const batchMax = 1_000
/** Older readings are no news, for example after an import. */
const ageMaxDays = 14
const budgetMs = 240_000

export type MomentReport = { readings: number; moments: number; drafted: number }

/** Checks all new readings at 24 hours or later. Several processes may run this at once: each reading counts once. */
export async function detectMoments(
  db: Database,
  { since = new Date(systemClock().getTime() - ageMaxDays * 86_400_000) }: { since?: Date } = {},
): Promise<MomentReport> {
  const report: MomentReport = { readings: 0, moments: 0, drafted: 0 }
  const startedMs = monotonicMs()
  await skipOldReadings(db, since)
  for (const projectId of await projectsToCheck(db)) {
    if (monotonicMs() - startedMs > budgetMs) break
    try {
      await checkProject(db, projectId, report)
    } catch (error) {
      if (isOutage(error)) throw error
      // The other projects go on. The next run tries this one again.
      log.error('moments.failed', { project_id: projectId, cause: error })
    }
  }
  report.drafted = await draftFollowUps(db)
  return report
}

async function checkProject(db: Database, projectId: string, report: MomentReport): Promise<void> {
  for (;;) {
    const batch = await nextReadings(db, projectId, batchMax)
    if (!batch) return
    const added = await checkBatch(db, projectId, batch)
    // Another process checked some of them.
    if (added === null) return
    report.readings += batch.readingIds.length
    report.moments += added
  }
}

/** @returns the number of new moments, or null when another process took some of the readings */
async function checkBatch(db: Database, projectId: string, batch: Batch): Promise<number | null> {
  const findings = await findIn(db, projectId, batch)
  const titles = await titlesOf(db, projectId, [...new Set(findings.flatMap(({ story_id }) => story_id ?? []))])
  const plain = findings.map((finding) => ({ finding, ...textOf(finding, titles.get(finding.story_id ?? '')) }))
  // Before the transaction, because a model takes seconds.
  const worded = await wordReasoning(db, projectId, plain)
  try {
    return await transaction(db, async (tx) => {
      const added = await saveMoments(tx, projectId, worded)
      if ((await markChecked(tx, batch.readingIds)) < batch.readingIds.length) throw new TakenByOther()
      return added
    })
  } catch (error) {
    if (error instanceof TakenByOther) return null
    throw error
  }
}

/** Rolls back the transaction. */
class TakenByOther extends Error {}

async function findIn(db: Database, projectId: string, batch: Batch): Promise<Finding[]> {
  const ids = new Set(batch.readingIds)
  const fresh = new Set<object>()
  const posts = await readingsUpTo(db, projectId, batch)
  for (const post of posts) if (ids.has(post.reading_id)) fresh.add(post)
  const { before, posts: counted } = await totalsSince(db, projectId, batch)
  return [...detect(posts, (post) => fresh.has(post)), ...findMilestones(before, counted)]
}
