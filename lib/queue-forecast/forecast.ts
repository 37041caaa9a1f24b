import type { Database } from '@/lib/db/pool'
import { yielding } from '@/lib/event-loop'
import type { ProjectRow } from '@/lib/projects/repository'
import type { Knowledge } from '@/lib/renditions/fit'
import { knowledgeOf } from '@/lib/renditions/prepare'
import { headlineOf } from '@/lib/stories/content/headline'
import { connectionFindings } from './connection-findings'
import { type ContentChecks, contentFindings, mediaUrlsIn } from './content-findings'
import type { ForecastIssue } from './contract'
import { Duplicates } from './duplicate-findings'
import type { Finding } from './finding'
import { approvalHours } from './limits'
import { quotaFindings } from './quota-findings'
import {
  type ForecastRow,
  type ForecastStory,
  findConnections,
  findStories,
  listForecastRows,
  listRecentPosts,
} from './repository'

/** Rows per query of stories and media facts. */
const batchRows = 500

type Forecast = {
  checkedPosts: number
  /** All problems, soonest post first. */
  findings: readonly Finding[]
  /** As in responses. */
  serialize: (finding: Finding) => ForecastIssue
}

/** The problems of the posts of the next days. Reads stored facts only. */
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
  const titles = new Map<string, Pick<ForecastStory, 'title' | 'caption'>>()
  let next = loadBatch(db, project.id, rows.slice(0, batchRows))
  for (let at = 0; at < rows.length; at += batchRows) {
    const batch = await next
    // The database works while this batch is checked.
    next = loadBatch(db, project.id, rows.slice(at + batchRows, at + 2 * batchRows))
    for (const { id, title, caption } of batch.stories.values()) titles.set(id, { title, caption })
    const options = { projectSlug: project.slug, pinterest: connections.get('pinterest') }
    findings.push(...(await checkBatch(batch, duplicates, options)))
  }
  return {
    checkedPosts: rows.length,
    // Posts of cancelled and archived stories are left out.
    findings: findings.filter(({ row }) => titles.has(row.story_id)).sort(bySchedule),
    serialize: (finding) => serialize(finding, titles.get(finding.row.story_id) ?? untitled),
  }
}

type Batch = { rows: readonly ForecastRow[]; stories: ReadonlyMap<string, ForecastStory>; media: Knowledge }

/** Posts with their stories and what is known about their files. */
async function loadBatch(db: Database, projectId: string, rows: readonly ForecastRow[]): Promise<Batch> {
  const ids = new Set(rows.map(({ story_id }) => story_id))
  const stories = await findStories(db, projectId, [...ids])
  const urls = new Set(stories.flatMap(mediaUrlsIn))
  return {
    rows,
    stories: new Map(stories.map((story) => [story.id, story])),
    media: await knowledgeOf(db, projectId, [...urls]),
  }
}

async function checkBatch(
  { rows, stories, media }: Batch,
  duplicates: Duplicates,
  options: Omit<ContentChecks, 'media'>,
): Promise<Finding[]> {
  const takeTurn = yielding()
  const findings: Finding[] = []
  for (const [storyId, own] of byStory(rows)) {
    const story = stories.get(storyId)
    if (!story) continue
    await takeTurn()
    findings.push(...(await contentFindings(story, own, { ...options, media })))
  }
  for (const row of rows) {
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

const untitled = { title: null, caption: '' }

function serialize(
  { row, kind, severity, message, remedy }: Finding,
  title: Pick<ForecastStory, 'title' | 'caption'>,
): ForecastIssue {
  const { id: queue_item_id, story_id, channel } = row
  const scheduled_at = row.scheduled_at.toISOString()
  return {
    queue_item_id,
    story_id,
    channel,
    scheduled_at,
    headline: headlineOf(title),
    kind,
    severity,
    message,
    remedy,
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

const bySchedule = (one: Finding, other: Finding): number =>
  one.row.scheduled_at.getTime() - other.row.scheduled_at.getTime() ||
  compare(one.row.id, other.row.id) ||
  compare(one.kind, other.kind)
