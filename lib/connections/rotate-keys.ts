import type { Credentials } from '@/lib/channels/channel'
import { type Database, transaction } from '@/lib/db/pool'
import { sealingKeys } from '@/lib/encryption/keys'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { listSealedWithOtherKey, storeSealed } from './repository'
import { openCredentials, type SealedRow, sealCredentials } from './seal'

const rotationBatch = 100

export type Rotation = { resealed: number; unreadable: string[] }

/**
 * Re-encrypts with the first key what an older key encrypted. Rows are locked, so that a concurrent token refresh is
 * not lost. Unreadable rows stay and are reported.
 */
export async function rotateKeys(db: Database): Promise<Rotation> {
  const [current] = sealingKeys()
  if (!current) throw new Error('No encryption key is configured.')
  const result: Rotation = { resealed: 0, unreadable: [] }
  let after: string | undefined
  do {
    after = await transaction(db, async (tx) => {
      const rows = await listSealedWithOtherKey(tx, current.id, after, rotationBatch)
      for (const row of rows) {
        const credentials = openOrNull(row)
        if (!credentials) {
          result.unreadable.push(row.id)
          continue
        }
        await storeSealed(tx, row.project_id, row.id, sealCredentials(row.id, credentials))
        result.resealed += 1
      }
      return rows.length === rotationBatch ? rows.at(-1)?.id : undefined
    })
  } while (after !== undefined)
  return result
}

function openOrNull(row: SealedRow): Credentials | null {
  try {
    return openCredentials(row)
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}
