import { sql } from 'kysely'
import { sealingKeys } from '@/lib/connections/keys'
import { UnreadableCredentials } from '@/lib/connections/seal'
import { type Database, transaction } from '@/lib/db/pool'
import { openSecret, sealSecret } from './secret'

const batch = 100

type Sealed = {
  id: string
  secret: Buffer
  secret_key_id: string
  previous_secret: Buffer | null
  previous_secret_key_id: string | null
}

/**
 * Seals signing secrets again, with the first key, that an older one sealed. Rows are locked meanwhile, so that a rotation
 * at the same time is not undone. What does not open is left as it is and named.
 */
export async function resealSecrets(db: Database): Promise<{ resealed: number; unreadable: string[] }> {
  const [current] = sealingKeys()
  if (!current) throw new Error('There is no sealing key.')
  const result: { resealed: number; unreadable: string[] } = { resealed: 0, unreadable: [] }
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined) {
    const from: string = after
    after = await transaction(db, async (tx) => {
      const { rows } = await sql<Sealed>`
        select id, secret, secret_key_id, previous_secret, previous_secret_key_id from webhook_endpoints
        where id > ${from} and (secret_key_id <> ${current.id} or previous_secret_key_id <> ${current.id})
        order by id limit ${batch} for no key update`.execute(tx)
      for (const row of rows) {
        const changes = resealed(row)
        if (!changes) {
          result.unreadable.push(row.id)
          continue
        }
        await tx.updateTable('webhook_endpoints').set(changes).where('id', '=', row.id).execute()
        result.resealed += 1
      }
      return rows.length === batch ? rows.at(-1)?.id : undefined
    })
  }
  return result
}

function resealed({ id, ...row }: Sealed): Partial<Sealed> | null {
  try {
    const secret = sealSecret(id, openSecret(id, row.secret, row.secret_key_id))
    if (!row.previous_secret || !row.previous_secret_key_id) return secret
    const previous = sealSecret(id, openSecret(id, row.previous_secret, row.previous_secret_key_id))
    return { ...secret, previous_secret: previous.secret, previous_secret_key_id: previous.secret_key_id }
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}
