import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'

test('every table has row level security and no policy, so Supabase’s REST API shows nothing', async () => {
  const { rows: tables } = await sql<{ name: string; is_secured: boolean }>`
    select relname as name, relrowsecurity as is_secured from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(database())
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter(({ is_secured }) => !is_secured)).toEqual([])
  const { rows: policies } = await sql`select tablename, policyname, roles from pg_policies`.execute(database())
  expect(policies).toEqual([])
})

test('no view or function bypasses row level security', async () => {
  const { rows: views } = await sql`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')`.execute(database())
  expect(views).toEqual([])
  const { rows: functions } = await sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef`.execute(database())
  expect(functions).toEqual([])
})

test('unique keys hold where services check under a lock, in case one forgets it', async () => {
  const { rows } = await sql<{ key: string }>`
    select tablename || ' ' || regexp_replace(indexdef, '^.* USING btree ', '') as key
    from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'`.execute(database())
  expect(rows.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      'hashtag_sets (project_id, lower(name))',
      'moments (project_id, kind, subject)',
      'pillars (project_id, content_type)',
      'recurring_slots (template_id, slot_at)',
      'saved_searches (project_id, user_id, lower(name))',
      'templates (project_id, lower(name))',
    ]),
  )
})
