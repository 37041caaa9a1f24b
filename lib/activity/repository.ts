import { type SqlBool, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { type ActivityKind, shownEvents, storyKinds } from './kinds'

export type Line = {
  id: string
  at: Date
  /** Microseconds since 1970, which a `Date` cannot hold. */
  at_us: string
  kind: string
  channel: ChannelId | null
  actor: string | null
  detail: Record<string, unknown>
  story_id: string | null
  title: string | null
  caption: string | null
}

type Query = { projectId: string; kinds: readonly ActivityKind[]; userId: string | undefined; limit: number }
type Place = { us: string; id: string }

const timeOf = (us: string) => sql<Date>`(timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond')`

/** Both sources are limited to a page before merging, so every page costs the same. */
export async function listLines(
  db: Database,
  { projectId, kinds, userId, limit }: Query,
  after: Place | null,
): Promise<Line[]> {
  const older = (table: string): ReturnType<typeof sql<SqlBool>> => {
    const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)]
    // The first comparison uses the index; the second is exact.
    return after === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${at} <= ${timeOf(after.us)} and (${at}, ${id}) < (${timeOf(after.us)}, ${after.id}::uuid)`
  }
  const isByUser = (table: string) =>
    userId === undefined
      ? sql`true`
      : sql`${sql.ref(`${table}.actor`)} = any (array(select 'token:' || t.id from api_tokens t where t.user_id = ${userId})
          || ('user:' || ${userId}::text))`
  // Literals, so that the planner sees that the partial index has them.
  const shownKinds = [...new Set(kinds.flatMap((kind) => (kind === 'project' ? [] : storyKinds[kind])))]
  const kindList = sql.join(shownKinds.length > 0 ? shownKinds.map((kind) => sql.lit(kind)) : [sql.lit('none')])
  const { rows } = await sql<Line>`
    select *, (extract(epoch from at) * 1000000)::bigint::text as at_us from (
      (select e.id, e.created_at as at, e.kind, e.channel, e.actor, e.detail, e.story_id, s.title,
        left(s.caption, 300) as caption
      from timeline_entries e join stories s on s.id = e.story_id
      where e.project_id = ${projectId} and e.kind in (${kindList})
        and (e.kind <> 'event' or e.detail ->> 'event' = any (${[...shownEvents]}::text[]))
        and ${isByUser('e')} and ${older('e')}
      order by e.created_at desc, e.id desc limit ${limit})
      union all
      (select p.id, p.created_at, p.kind, null, p.actor, p.detail, null, null, null
      from project_activity p
      where p.project_id = ${projectId} and ${kinds.includes('project')} and ${isByUser('p')} and ${older('p')}
      order by p.created_at desc, p.id desc limit ${limit})
    ) lines order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export type Person = { user_id: string; name: string; photo_path: string | null }

/** The people behind these actors, by actor. A token stands for its owner. */
export async function findPeople(db: Database, actors: readonly string[]): Promise<Map<string, Person>> {
  const idsOf = (kind: string): string[] =>
    actors.filter((actor) => actor.startsWith(`${kind}:`)).map((actor) => actor.slice(kind.length + 1))
  const { rows } = await sql<Person & { actor: string }>`
    select 'user:' || u.id as actor, u.id as user_id, u.name, u.photo_path from users u
    where u.id = any(${idsOf('user')}::uuid[])
    union all
    select 'token:' || t.id, u.id, u.name, u.photo_path from api_tokens t join users u on u.id = t.user_id
    where t.id = any(${idsOf('token')}::uuid[])
    union all
    select 'token:' || g.id, u.id, u.name, u.photo_path from oauth_grants g join users u on u.id = g.user_id
    where g.id = any(${idsOf('token')}::uuid[])`.execute(db)
  return new Map(rows.map(({ actor, ...person }) => [actor, person]))
}
