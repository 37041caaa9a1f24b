import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import type { LintedContent } from './captions'
import type { VoiceRules } from './rules'

const ruleColumns = [
  'forbidden_words',
  'forbidden_phrases',
  'block_emojis',
  'max_exclamation_count',
  'block_all_caps_words',
] as const satisfies readonly (keyof VoiceRules)[]

/** Concurrent requests share one query. */
export const findVoiceRules = perDatabase(async (db, projectIds: string[]): Promise<(VoiceRules | null)[]> => {
  const rows = await db
    .selectFrom('voice_rules')
    .select(['project_id', ...ruleColumns])
    .where('project_id', 'in', [...new Set(projectIds)])
    .execute()
  const found = new Map(rows.map(({ project_id, ...rules }) => [project_id, rules]))
  return projectIds.map((id) => found.get(id) ?? null)
})

export type VoiceRulesRow = VoiceRules & { updated_at: Date }

export async function findVoiceRulesRow(db: Database, projectId: string): Promise<VoiceRulesRow | undefined> {
  return db
    .selectFrom('voice_rules')
    .select([...ruleColumns, 'updated_at'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

export async function upsertVoiceRules(db: Database, projectId: string, rules: VoiceRules): Promise<VoiceRulesRow> {
  const values = { ...rules, updated_at: sql<Date>`now()` }
  return db
    .insertInto('voice_rules')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .returning([...ruleColumns, 'updated_at'])
    .executeTakeFirstOrThrow()
}

export async function deleteVoiceRulesRow(db: Database, projectId: string): Promise<void> {
  await db.deleteFrom('voice_rules').where('project_id', '=', projectId).execute()
}

/** Ids of scheduled stories, soonest first. */
export async function listScheduledIds(db: Database, projectId: string, limit: number): Promise<string[]> {
  // `coalesce` matches the index of stories by time.
  const { rows } = await sql<{ id: string }>`
    select id from stories
    where project_id = ${projectId} and status = 'scheduled' and scheduled_at is not null
    order by coalesce(scheduled_at, published_at), id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type ScheduledStory = LintedContent & {
  id: string
  title: string | null
  channels: ChannelId[]
  scheduled_at: Date
}

/** Scheduled stories with these ids, soonest first. */
export async function listScheduledStories(db: Database, projectId: string, ids: string[]): Promise<ScheduledStory[]> {
  const rows = await db
    .selectFrom('stories')
    .select([
      'id',
      'title',
      'channels',
      'scheduled_at',
      'caption',
      'channel_overrides',
      'comment_ask',
      'comment_ask_mode',
    ])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('status', '=', 'scheduled')
    .where('scheduled_at', 'is not', null)
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute()
  return rows as ScheduledStory[]
}
