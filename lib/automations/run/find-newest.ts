import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { severities } from '@/lib/moments/kinds'
import type { AutomationRow } from '../repository'
import { loadSources, type Source, type Sourced } from './sources'

/** How many are searched for a text. */
const lookedAt = 50

type Wanted = Sourced & Pick<AutomationRow, 'connector_id'>

/**
 * The newest item, moment or story that matches the trigger; for a schedule, this moment.
 *
 * @param isOpen leave out those that have a story
 */
export async function findNewest(
  db: Database,
  automation: Wanted,
  { isOpen, now }: { isOpen: boolean; now: Date },
): Promise<Source | undefined> {
  const { trigger } = automation
  if (trigger.kind === 'schedule') return (await loadSources(db, automation, [now.toISOString()]))[0]
  const { rows } = await sql<{ id: string }>`
    select t.id from (${matching(automation)}) t
    ${isOpen ? sql`where ${hasNoStory(automation)}` : sql``}
    order by t.at desc, t.id desc limit ${lookedAt}`.execute(db)
  const sources = await loadSources(
    db,
    automation,
    rows.map(({ id }) => id),
  )
  return sources.find((source) => doesContain(trigger, source))
}

export function doesContain(trigger: AutomationRow['trigger'], { values }: Source): boolean {
  if (trigger.kind !== 'connector_item' || trigger.contains === null) return true
  const wanted = trigger.contains.toLowerCase()
  return Object.values(values.item ?? {}).some((text) => text.toLowerCase().includes(wanted))
}

const hasNoStory = ({ id }: Wanted) => sql`not exists (
  select from automation_runs r
  where r.automation_id = ${id} and r.outcome in ('scheduled', 'draft') and split_part(r.subject, ':', 2) = t.id::text)`

function matching({ project_id, trigger, connector_id }: Wanted) {
  switch (trigger.kind) {
    case 'moment':
      return sql`select id, severity_since as at from moments
        where project_id = ${project_id}
          and (${trigger.kinds}::text[] is null or kind = any(${trigger.kinds}::text[]))
          and severity = any(${severities.slice(severities.indexOf(trigger.min_severity ?? 'low'))}::text[])`
    case 'story_published':
      return sql`select id, published_at as at from stories
        where project_id = ${project_id} and published_at is not null and automation_id is null and origin = 'storycast'
          and (${trigger.channels}::text[] is null or published_channels && ${trigger.channels}::text[])
          and (${trigger.content_types}::text[] is null or content_type = any(${trigger.content_types}::text[]))`
    default:
      return sql`select id, created_at as at from connector_items
        where project_id = ${project_id} and connector_id = ${connector_id}`
  }
}
