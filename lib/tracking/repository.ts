import { sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { TrackedLink } from './tracked-link'

type Of = { projectId: string; storyId: string }

/** Rows for `jsonb_to_recordset`. */
export const linkRows = (links: readonly TrackedLink[], { projectId, storyId }: Of) =>
  links.map((link) => ({ ...link, project_id: projectId, story_id: storyId }))

const shape = sql`(code text, project_id uuid, story_id uuid, channel text, slide_index smallint, destination text)`
const columns = sql`code, project_id, story_id, channel, slide_index, destination`

/** Replaces the links of a locked story. Removed links lose their counts. */
export async function replaceLinks(tx: Transaction<DB>, of: Of, links: readonly TrackedLink[]): Promise<void> {
  await tx
    .deleteFrom('tracked_links')
    .where('story_id', '=', of.storyId)
    .where('project_id', '=', of.projectId)
    .where(sql<boolean>`code <> all (${links.map(({ code }) => code)}::text[])`)
    .execute()
  await upsert(tx, linkRows(links, of))
}

/** Updates the links of a post before it is published. Usually they are current, and nothing is written. */
export const keepLinks = perDatabase(async (db, posts: { of: Of; links: readonly TrackedLink[] }[]) => {
  await upsert(
    db,
    posts.flatMap(({ of, links }) => linkRows(links, of)),
  )
  return posts.map(() => null)
})

async function upsert(db: Database, rows: ReturnType<typeof linkRows>): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into tracked_links (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w ${shape}
    where not exists (select from tracked_links l where l.code = w.code and l.destination = w.destination)
    order by code
    on conflict (story_id, channel, slide_index) do update set destination = excluded.destination`.execute(db)
}

/** The part of the story insert that writes its links. */
export const insertLinks = (rows: ReturnType<typeof linkRows>) => sql`
  insert into tracked_links (${columns})
  select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w ${shape}`

/** A link with its click counts. */
export type CountedLink = {
  code: string
  channel: ChannelId
  slide_index: number | null
  destination: string
  clicks: number
}

/** Links of a story: posts first, then slides. */
export async function countedLinks(db: Database, projectId: string, storyId: string): Promise<CountedLink[]> {
  const { rows } = await sql<CountedLink>`
    select l.code, l.channel, l.slide_index, l.destination,
      (select coalesce(sum(d.clicks), 0)::bigint from link_click_days d where d.code = l.code) as clicks
    from tracked_links l
    where l.story_id = ${storyId} and l.project_id = ${projectId}
    order by l.slide_index nulls first, l.channel`.execute(db)
  return rows
}

/** The display name of a content type's pillar, for tracking values. */
export async function findPillarName(db: Database, projectId: string, contentType: string): Promise<string | null> {
  const row = await db
    .selectFrom('pillars')
    .select('name')
    .where('project_id', '=', projectId)
    .where('content_type', '=', contentType)
    .executeTakeFirst()
  return row?.name ?? null
}
