import { sql } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import { sealingKeys } from '@/lib/encryption/keys'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { openContent, type SealedContent, sealContent } from './seal'

const batch = 100

/** Re-encrypts queued mails of older keys, so that those keys can be retired. */
export async function resealMails(db: Database): Promise<{ resealed: number; unreadable: string[] }> {
  const [current] = sealingKeys()
  if (!current) throw new Error('No encryption key is configured.')
  const result = { resealed: 0, unreadable: [] as string[] }
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined) {
    const from: string = after
    after = await transaction(db, async (tx) => {
      const { rows } = await sql<SealedContent & { id: string }>`
        select id, content, content_key_id from outgoing_mails
        where id > ${from} and content_key_id <> ${current.id}
        order by id limit ${batch} for no key update`.execute(tx)
      for (const row of rows) {
        const sealed = resealed(row)
        if (sealed) await tx.updateTable('outgoing_mails').set(sealed).where('id', '=', row.id).execute()
        if (sealed) result.resealed += 1
        else result.unreadable.push(row.id)
      }
      return rows.length === batch ? rows.at(-1)?.id : undefined
    })
  }
  return result
}

function resealed(row: SealedContent & { id: string }): SealedContent | null {
  try {
    return sealContent(row.id, openContent(row.id, row))
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}
