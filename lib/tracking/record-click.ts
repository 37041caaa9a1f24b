import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'

/** `person` is counted once a minute, `program` separately, `none` (HEAD, prefetch) not at all. */
export type Visitor = 'person' | 'program' | 'none'
export type Visit = { code: string; visitor: Visitor; client: { address: string; userAgent: string }; at: Date }

/**
 * Finds a link's destination and counts the visit, in one statement shared by concurrent visits. The count is
 * committed before the redirect, so a crash loses none.
 *
 * @returns null when there is no such link
 */
export async function recordClick(db: Database, { code, visitor, client, at }: Visit): Promise<string | null> {
  return follow(db, { code, visitor, client: await hashOf(db, client, at) })
}

/**
 * A row of `link_clicks` holds the time of a client's last counted click. The request that updates it counts; a
 * concurrent one waits and finds it updated. Rows are locked in one order to prevent deadlocks.
 */
const follow = perDatabase(async (db, visits: { code: string; visitor: Visitor; client: string }[]) => {
  const asked = JSON.stringify(visits.map((visit, n) => ({ n, ...visit })))
  const { rows } = await sql<{ n: number; destination: string }>`
    with found as (
      select a.n, a.visitor, decode(a.client, 'hex') as client, l.code, l.destination
      from jsonb_to_recordset(${asked}::jsonb) as a (n integer, code text, visitor text, client text)
      join tracked_links l on l.code = a.code
    ), counted as (
      insert into link_clicks as c (code, client, clicked_at)
      select distinct code, client, now() from found where visitor = 'person' order by code, client
      on conflict (code, client) do update set clicked_at = now()
      where c.clicked_at <= now() - interval '1 minute'
      returning code
    ), sums as (
      select f.code, (select count(*) from counted c where c.code = f.code) as clicks,
        count(*) filter (where visitor = 'person') as people, count(*) filter (where visitor = 'program') as bots
      from found f where visitor <> 'none' group by f.code
    ), summed as (
      insert into link_click_days as d (code, day, clicks, repeats, bots)
      select code, (now() at time zone 'UTC')::date, clicks, people - clicks, bots from sums order by code
      on conflict (code, day) do update set
        clicks = d.clicks + excluded.clicks, repeats = d.repeats + excluded.repeats, bots = d.bots + excluded.bots
    )
    select n, destination from found`.execute(db)
  const destinations = new Map(rows.map(({ n, destination }) => [n, destination]))
  return visits.map((_, n) => destinations.get(n) ?? null)
})

/** Identifies a client for one day. Anonymous once the day's salt is deleted. */
async function hashOf(db: Database, { address, userAgent }: Visit['client'], at: Date): Promise<string> {
  const salt = await saltOf(db, at.toISOString().slice(0, 10))
  return createHash('sha256').update(salt).update(`${address}\n${userAgent}`).digest('hex').slice(0, 32)
}

const salts = new WeakMap<Database, { day: string; salt: Promise<Buffer> }>()

/** Each process reads the salt once a day; all get the first one stored. */
function saltOf(db: Database, day: string): Promise<Buffer> {
  const known = salts.get(db)
  if (known?.day === day) return known.salt
  const salt = readSalt(db, day)
  salts.set(db, { day, salt })
  salt.catch(() => salts.delete(db))
  return salt
}

async function readSalt(db: Database, day: string): Promise<Buffer> {
  const { rows } = await sql<{ salt: Buffer }>`
    insert into click_salts (day, salt) values (${day}::date, ${randomBytes(32)})
    on conflict (day) do update set day = excluded.day
    returning salt`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The day has no salt.')
  return row.salt
}

/** Deletes client hashes once they are no longer needed, and salts of past days. */
export async function forgetClicks(db: Database): Promise<void> {
  await sql`delete from link_clicks where clicked_at < now() - interval '2 minutes'`.execute(db)
  await sql`delete from click_salts where day < (now() at time zone 'UTC')::date - 1`.execute(db)
}
