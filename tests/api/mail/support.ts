import { sql } from 'kysely'
import { database } from '@/lib/db/pool'
import type { MailContent } from '@/lib/mail/content'
import { openContent, type SealedContent } from '@/lib/mail/seal'

export type WaitingMail = MailContent & { kind: string }

/** Pending mails to one address, oldest first. */
export async function waitingMails(to: string): Promise<WaitingMail[]> {
  const { rows } = await sql<SealedContent & { id: string; kind: string }>`
    select id, kind, content, content_key_id from outgoing_mails
    where recipient = ${to} and content is not null order by id`.execute(database())
  return rows.map((row) => ({ kind: row.kind, ...openContent(row.id, row) }))
}

export const itemsOf = (mail: MailContent | undefined) =>
  mail?.blocks.flatMap((block) => (block.type === 'list' ? block.items : [])) ?? []

/** Moves a project's notices, their causes and mails this far into the past. */
export async function letMailTimePass(projectId: string, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`
  const members = sql`select user_id from project_members where project_id = ${projectId}`
  await sql`update mail_notices set occurred_at = occurred_at - ${by} where project_id = ${projectId}`.execute(
    database(),
  )
  await sql`update queue_items set pending_since = pending_since - ${by} where project_id = ${projectId}`.execute(
    database(),
  )
  for (const table of ['automation_runs', 'connector_alerts', 'member_notices'])
    await sql`update ${sql.table(table)} set created_at = created_at - ${by} where project_id = ${projectId}`.execute(
      database(),
    )
  await sql`update outgoing_mails set created_at = created_at - ${by} where user_id in (${members})`.execute(database())
}
