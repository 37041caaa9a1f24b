import { sql } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import { sealingKeys } from '@/lib/encryption/keys'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { decryptSecret, encryptSecret } from './secret'

const batchRows = 100

type SecretRow = {
  id: string
  secret: Buffer
  secret_key_id: string
  previous_secret: Buffer | null
  previous_secret_key_id: string | null
}

/**
 * Re-encrypts signing secrets that use an older key with the first key of ENCRYPTION_KEY. Locks the rows, so that a
 * concurrent rotation is not overwritten.
 *
 * @returns the number of endpoints changed, and the ids of endpoints whose secret cannot be decrypted
 */
export async function reencryptSecrets(db: Database): Promise<{ resealed: number; unreadable: string[] }> {
  const [current] = sealingKeys()
  if (!current) throw new Error('ENCRYPTION_KEY has no key.')
  const result: { resealed: number; unreadable: string[] } = { resealed: 0, unreadable: [] }
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined) {
    const from: string = after
    after = await transaction(db, async (tx) => {
      const { rows } = await sql<SecretRow>`
        select id, secret, secret_key_id, previous_secret, previous_secret_key_id from webhook_endpoints
        where id > ${from} and (secret_key_id <> ${current.id} or previous_secret_key_id <> ${current.id})
        order by id limit ${batchRows} for no key update`.execute(tx)
      for (const row of rows) {
        const changes = reencrypted(row)
        if (!changes) {
          result.unreadable.push(row.id)
          continue
        }
        await tx.updateTable('webhook_endpoints').set(changes).where('id', '=', row.id).execute()
        result.resealed += 1
      }
      return rows.length === batchRows ? rows.at(-1)?.id : undefined
    })
  }
  return result
}

function reencrypted({ id, ...row }: SecretRow): Partial<SecretRow> | null {
  try {
    const secret = encryptSecret(id, decryptSecret(id, row.secret, row.secret_key_id))
    if (!row.previous_secret || !row.previous_secret_key_id) return secret
    const previous = encryptSecret(id, decryptSecret(id, row.previous_secret, row.previous_secret_key_id))
    return { ...secret, previous_secret: previous.secret, previous_secret_key_id: previous.secret_key_id }
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}
