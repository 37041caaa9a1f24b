import { sql } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import { sealingKeys } from '@/lib/encryption/keys'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { openTotpSecret, type SealedSecret, sealTotpSecret } from './seal'

const batch = 100
const firstId = '00000000-0000-0000-0000-000000000000'

type Resealed = { resealed: number; unreadable: string[] }

/** Re-encrypts secrets of older keys with the first key. Skips and returns secrets that cannot be decrypted. */
export async function resealTotpSecrets(db: Database): Promise<Resealed> {
  const [current] = sealingKeys()
  if (!current) throw new Error('No encryption key is configured.')
  const result: Resealed = { resealed: 0, unreadable: [] }
  let after: string | undefined = firstId
  while (after !== undefined) {
    const from: string = after
    after = await transaction(db, async (tx) => {
      const { rows } = await sql<SealedSecret & { user_id: string }>`
        select user_id, secret, secret_key_id from user_two_factor
        where user_id > ${from} and secret_key_id <> ${current.id}
        order by user_id limit ${batch} for no key update`.execute(tx)
      for (const { user_id: userId, ...sealed } of rows) {
        const secret = openOrNull(userId, sealed)
        if (secret === null) {
          result.unreadable.push(userId)
          continue
        }
        const changes = sealTotpSecret(userId, secret)
        await tx.updateTable('user_two_factor').set(changes).where('user_id', '=', userId).execute()
        result.resealed += 1
      }
      return rows.length === batch ? rows.at(-1)?.user_id : undefined
    })
  }
  return result
}

function openOrNull(userId: string, sealed: SealedSecret): string | null {
  try {
    return openTotpSecret(userId, sealed)
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}
