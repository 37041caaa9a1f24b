import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Context } from '@/lib/access/context'
import type { RawBody } from '@/lib/api/contract'
import { findApp } from '@/lib/channels/connecting/apps'
import { markRevoked } from '@/lib/connections/refresh/notices'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { appUrl } from '@/lib/env'
import { AppError, invalid } from '@/lib/errors'
import { newId } from '@/lib/ids'
import type { InboxPlatform } from '../kinds'
import { refreshConversations } from '../process/refresh-conversations'
import { readSignedRequest } from '../receive/signature'
import { forgetWords } from '../search-words'

const Payload = z.object({
  user_id: z.union([z.string().min(1).max(200), z.int()]).transform(String),
})

/** @throws unauthorized, validation_error */
function userIdIn(platform: InboxPlatform, { bytes }: RawBody): string {
  const signed = new URLSearchParams(Buffer.from(bytes).toString('utf8')).get('signed_request')
  if (!signed) throw invalid('signed_request', 'is required', 'required')
  const secret = findApp(platform)?.secret
  const payload = secret ? readSignedRequest(signed, secret) : null
  if (payload === null) throw new AppError('unauthorized', `signed_request is not signed by the ${platform} app.`)
  const user = Payload.safeParse(payload)
  if (user.success) return user.data.user_id
  throw invalid('signed_request', 'has no user_id')
}

export const deauthorizeOn =
  (platform: InboxPlatform) =>
  async ({ db }: Context, { raw }: { raw: RawBody }): Promise<{ ok: true }> => {
    const userId = userIdIn(platform, raw)
    const rows = await db
      .selectFrom('social_connections')
      .select(['id', 'project_id', 'credentials'])
      .where('channel', '=', platform)
      .where('account_id', '=', userId)
      .where('disconnected_at', 'is', null)
      .execute()
    const name = platform === 'instagram' ? 'Instagram' : 'Facebook'
    for (const row of rows) await markRevoked(db, row, `Storycast was removed at ${name}. Reconnect the account.`)
    return { ok: true }
  }

export const deleteDataOn =
  (platform: InboxPlatform) =>
  async ({ db }: Context, { raw }: { raw: RawBody }): Promise<{ url: string; confirmation_code: string }> => {
    const userId = userIdIn(platform, raw)
    const code = randomBytes(16).toString('hex')
    await transaction(db, async (tx) => {
      const count = await deletePerson(tx, platform, userId)
      await tx
        .insertInto('inbox_data_deletions')
        .values({ id: newId(), provider: platform, code, deleted_messages: count })
        .execute()
    })
    return { url: `${appUrl()}/data-deletion/${code}`, confirmation_code: code }
  }

/** Deletes what a person wrote, in all projects. @returns the number of messages */
async function deletePerson(tx: Transaction<DB>, platform: InboxPlatform, personId: string): Promise<number> {
  const { rows: written } = await sql<{ project_id: string; words: string[] }>`
    select m.project_id, array_agg(distinct word) as words
    from inbox_conversations c
    join inbox_messages m on m.conversation_id = c.id
    cross join lateral inbox_words_of(m.search) word
    where c.platform = ${platform} and (c.participant_id = ${personId}
      or (m.author_id = ${personId} and m.direction = 'them'))
    group by m.project_id`.execute(tx)
  const { rows: theirs } = await sql<{ messages: number }>`
    with gone as (
      delete from inbox_conversations where platform = ${platform} and participant_id = ${personId} returning id)
    select count(*)::int as messages from inbox_messages m join gone on gone.id = m.conversation_id`.execute(tx)
  const { rows: others } = await sql<{ conversation_id: string; project_id: string }>`
    delete from inbox_messages m using inbox_conversations c
    where c.id = m.conversation_id and c.platform = ${platform} and m.author_id = ${personId} and m.direction = 'them'
    returning m.conversation_id, m.project_id`.execute(tx)
  for (const { conversation_id, project_id } of others) await refreshConversations(tx, project_id, [conversation_id])
  for (const { project_id, words } of written) await forgetWords(tx, project_id, words)
  return (theirs[0]?.messages ?? 0) + others.length
}

/** The day of a deletion; undefined if there is no such code. */
export async function findDeletion(db: Database, code: string): Promise<{ created_at: Date } | undefined> {
  return db.selectFrom('inbox_data_deletions').select('created_at').where('code', '=', code).executeTakeFirst()
}
