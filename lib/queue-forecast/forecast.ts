import type { Database } from '@/lib/db/pool'
import { yielding } from '@/lib/event-loop'
import type { ProjectRow } from '@/lib/projects/repository'
import { knowledgeOf } from '@/lib/renditions/prepare'
import { headlineOf } from '@/lib/stories/content/headline'
import { connectionFindings } from './connection-findings'
import { contentFindings, mediaUrlsIn } from './content-findings'
import type { ForecastIssue } from './contract'
import { Duplicates } from './duplicate-findings'
import type { Finding } from './finding'
import { approvalHours } from './limits'
import { quotaFindings } from './quota-findings'
import {
  type ForecastConnection,
  type ForecastRow,
  type ForecastStory,
  findConnections,
  findStories,
  listForecastRows,
  listRecentPosts,
} from './repository'

/** Rows per query of stories and media facts. */
const batchRows = 500

export type Forecast = { checkedPosts: number; issues: ForecastIssue[] }

/** All problems of the posts of the next days, soonest post first. Reads stored facts only. */
export async function forecastQueue(
  db: Database,
  project: Pick<ProjectRow, 'id' | 'slug'>,
  { now, days }: { now: Date; days: number },
): Promise<Forecast> {
  const to = new Date(now.getTime() + days * 86_400_000)
  const [rows, recent, connections] = await Promise.all([
    listForecastRows(db, project.id, { from: now, to }),
    listRecentPosts(db, project.id, now),
    findConnections(db, project.id),
  ])
  const findings: Finding[] = [
    ...connectionFindings(rows, connections, now),
    ...quotaFindings(rows, recent, connections),
    ...rows.flatMap((row) => approvalFinding(row, now)),
  ]
  const duplicates = new Duplicates(recent)
  const headlines = new Map<string, string>()
  for (let at = 0; at < rows.length; at += batchRows) {
    const batch = rows.slice(at, at + batchRows)
    const stories = new Map((await findStories(db, project.id, storyIdsOf(batch))).map((story) => [story.id, story]))
    for (const story of stories.values()) headlines.set(story.id, headlineOf(story))
    findings.push(
      ...(await checkBatch(db, project, batch, { stories, duplicates, pinterest: connections.get('pinterest') })),
    )
  }
  const issues = findings.flatMap((finding) => serialize(finding, headlines)).sort(bySchedule)
  return { checkedPosts: rows.length, issues }
}

const storyIdsOf = (rows: readonly ForecastRow[]): string[] => [...new Set(rows.map(({ story_id }) => story_id))]

type Batch = {
  stories: ReadonlyMap<string, ForecastStory>
  duplicates: Duplicates
  pinterest: ForecastConnection | undefined
}

async function checkBatch(
  db: Database,
  { id, slug }: Pick<ProjectRow, 'id' | 'slug'>,
  batch: readonly ForecastRow[],
  { stories, duplicates, pinterest }: Batch,
): Promise<Finding[]> {
  const urls = new Set([...stories.values()].flatMap(mediaUrlsIn))
  const media = await knowledgeOf(db, id, [...urls])
  const takeTurn = yielding()
  const findings: Finding[] = []
  for (const [storyId, rows] of byStory(batch)) {
    const story = stories.get(storyId)
    if (!story) continue
    await takeTurn()
    findings.push(...(await contentFindings(story, rows, { projectSlug: slug, pinterest, media })))
  }
  for (const row of batch) {
    const story = stories.get(row.story_id)
    if (story) findings.push(...duplicates.check(row, story))
  }
  return findings
}

function byStory(rows: readonly ForecastRow[]): Map<string, ForecastRow[]> {
  const groups = new Map<string, ForecastRow[]>()
  for (const row of rows) {
    const group = groups.get(row.story_id) ?? []
    groups.set(row.story_id, group)
    group.push(row)
  }
  return groups
}

/** Pending posts are not published, whenever their time comes. */
function approvalFinding(row: ForecastRow, now: Date): Finding[] {
  if (row.status !== 'pending') return []
  const leftMs = row.scheduled_at.getTime() - now.getTime()
  const isPassed = leftMs <= 0
  return [
    {
      row,
      kind: 'approval_pending',
      severity: isPassed ? 'error' : leftMs <= approvalHours * 3_600_000 ? 'warning' : 'info',
      message: isPassed
        ? 'The time of this post passed without an approval.'
        : 'This post needs an approval, or it is not published at its time.',
      remedy: 'Approve or reject it.',
    },
  ]
}

/** Posts of cancelled and archived stories are left out. */
function serialize(
  { row, kind, severity, message, remedy }: Finding,
  headlines: ReadonlyMap<string, string>,
): ForecastIssue[] {
  const headline = headlines.get(row.story_id)
  if (headline === undefined) return []
  const { id: queue_item_id, story_id, channel } = row
  const scheduled_at = row.scheduled_at.toISOString()
  return [{ queue_item_id, story_id, channel, scheduled_at, headline, kind, severity, message, remedy }]
}

const bySchedule = (one: ForecastIssue, other: ForecastIssue): number =>
  one.scheduled_at.localeCompare(other.scheduled_at) ||
  one.queue_item_id.localeCompare(other.queue_item_id) ||
  one.kind.localeCompare(other.kind)
