import { sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { TrackedLink } from './link'

type Of = { projectId: string; storyId: string }

/** What the table keeps of each link, to be unfolded by `jsonb_to_recordset`. */
export const linkRows = (links: readonly TrackedLink[], { projectId, storyId }: Of) =>
  links.map((link) => ({ ...link, project_id: projectId, story_id: storyId }))

const shape = sql`(code text, project_id uuid, story_id uuid, channel text, slide_index smallint, destination text)`
const columns = sql`code, project_id, story_id, channel, slide_index, destination`

/** Makes the links of a locked story these and no others. One that is taken away takes its counts along. */
export async function replaceLinks(tx: Transaction<DB>, of: Of, links: readonly TrackedLink[]): Promise<void> {
  await tx
    .deleteFrom('tracked_links')
    .where('story_id', '=', of.storyId)
    .where('project_id', '=', of.projectId)
    .where(sql<boolean>`code <> all (${links.map(({ code }) => code)}::text[])`)
    .execute()
  await upsert(tx, linkRows(links, of))
}

/**
 * Brings the links of a post that is about to go out to where it leads now. Mostly they lead there already, and then
 * nothing is written.
 */
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

/** The part of a story's first statement that writes its links. */
export const insertLinks = (rows: ReturnType<typeof linkRows>) => sql`
  insert into tracked_links (${columns})
  select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w ${shape}`

/** A link with what is known of its readers. */
export type CountedLink = {
  code: string
  channel: ChannelId
  slide_index: number | null
  destination: string
  clicks: number
}

/** The links of a story, those of posts before those of slides. */
export async function countedLinks(db: Database, projectId: string, storyId: string): Promise<CountedLink[]> {
  const { rows } = await sql<CountedLink>`
    select l.code, l.channel, l.slide_index, l.destination,
      (select coalesce(sum(d.clicks), 0)::bigint from link_click_days d where d.code = l.code) as clicks
    from tracked_links l
    where l.story_id = ${storyId} and l.project_id = ${projectId}
    order by l.slide_index nulls first, l.channel`.execute(db)
  return rows
}
