import { sql } from 'kysely'
import type { Role } from '@/lib/auth/roles'
import type { Database } from '@/lib/db/pool'
import type { SubscriptionMailKind } from './kinds'

export type SettingsRow = { email: string; roles: Role[]; muted: string[] }

export async function findSettings(db: Database, userId: string): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select u.email,
      array(select distinct m.role from project_members m
        join projects p on p.id = m.project_id and p.deleted_at is null where m.user_id = u.id) as roles,
      array(select o.kind from mail_opt_outs o where o.user_id = u.id) as muted
    from users u where u.id = ${userId}`.execute(db)
  return rows[0]
}

/** Turns kinds on and off in one statement. Kinds in neither list stay as they are. */
export async function storeOptOuts(
  db: Database,
  userId: string,
  { off, on }: { off: readonly SubscriptionMailKind[]; on: readonly SubscriptionMailKind[] },
): Promise<void> {
  await sql`
    with turned_on as (
      delete from mail_opt_outs where user_id = ${userId} and kind = any(${[...on]}::text[])
    )
    insert into mail_opt_outs (user_id, kind)
    select u.id, k.kind from users u cross join unnest(${[...off]}::text[]) as k (kind) where u.id = ${userId}
    on conflict do nothing`.execute(db)
}
