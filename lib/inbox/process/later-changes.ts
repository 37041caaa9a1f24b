import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import type { MessageRow } from '../rows'
import type { LaterChange, Received } from '../wire/inbox-change'

/** Applies changes that arrived before these messages. @returns ids of changed conversations */
export async function applyEarlyChanges(
  tx: Transaction<DB>,
  projectId: string,
  messages: readonly MessageRow[],
): Promise<string[]> {
  if (messages.length === 0) return []
  const { rows } = await sql<{ change: LaterChange & { at: string | null }; received_at: Date }>`
    delete from inbox_early_changes e
    using unnest(${messages.map(({ kind }) => kind)}::text[], ${messages.map(({ external_id }) => external_id)}::text[])
      as given (kind, external_id)
    where e.project_id = ${projectId} and e.kind = given.kind and e.external_id = given.external_id
    returning e.change, e.received_at`.execute(tx)
  const early = rows.map(({ change, received_at }) => ({
    change: { ...change, at: change.at === null ? null : new Date(change.at) } as LaterChange,
    receivedAt: received_at,
  }))
  return applyLaterChanges(tx, projectId, early)
}

/** Applies changes in the order they happened. Those without a message wait. @returns ids of changed conversations */
export async function applyLaterChanges(
  tx: Transaction<DB>,
  projectId: string,
  received: readonly Received<LaterChange>[],
): Promise<string[]> {
  const changed: string[] = []
  const inOrder = received.toSorted((one, other) => timeOf(one).getTime() - timeOf(other).getTime())
  for (const one of inOrder) {
    const id = await applyTo(tx, projectId, one)
    if (id === null) await keep(tx, projectId, one)
    else changed.push(id)
  }
  return changed
}

const timeOf = ({ change, receivedAt }: Received<LaterChange>): Date =>
  change.at && change.at < receivedAt ? change.at : receivedAt

/** @returns the conversation, or null if the message is unknown */
async function applyTo(tx: Transaction<DB>, projectId: string, one: Received<LaterChange>): Promise<string | null> {
  const { rows } = await sql<{ conversation_id: string }>`
    update inbox_messages set ${assignments(one)}
    where project_id = ${projectId} and kind = ${one.change.kind} and external_id = ${one.change.externalId}
    returning conversation_id`.execute(tx)
  return rows[0]?.conversation_id ?? null
}

/** Repeating a change, or an older one after a newer one, changes nothing. */
function assignments(one: Received<LaterChange>) {
  const { change } = one
  const at = timeOf(one)
  switch (change.type) {
    case 'edit': {
      const isNewest = sql`deleted_at is null and (edited_at is null or edited_at <= ${at})`
      return sql`body = case when ${isNewest} then ${change.text} else body end,
        edited_at = case when ${isNewest} then ${at} else edited_at end`
    }
    case 'remove':
      return sql`body = '', attachments = '[]', reactions = '{}', deleted_at = coalesce(deleted_at, ${at})`
    case 'hide':
      return sql`is_hidden = ${change.isHidden}`
    case 'reaction':
      return change.emoji === null
        ? sql`reactions = reactions - ${change.personId}::text`
        : sql`reactions = reactions || jsonb_build_object(${change.personId}::text, ${change.emoji}::text)`
  }
}

async function keep(
  tx: Transaction<DB>,
  projectId: string,
  { change, receivedAt }: Received<LaterChange>,
): Promise<void> {
  const { kind, externalId } = change
  await tx
    .insertInto('inbox_early_changes')
    .values({
      ...{ id: newId(), project_id: projectId, kind, external_id: externalId },
      ...{ change: JSON.stringify(change), received_at: receivedAt },
    })
    .execute()
}
