import { sql } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import { sealingKeys } from '@/lib/encryption/keys'
import { openText, sealText, UnreadableCredentials } from '@/lib/encryption/seal'

type SealedHeaders = { headers: Buffer | null; key_id: string | null }

/** Encrypts request headers for one connector. None: null. */
export function sealHeaders(connectorId: string, headers: Record<string, string>): SealedHeaders {
  if (Object.keys(headers).length === 0) return { headers: null, key_id: null }
  const { sealed, key_id } = sealText(placeOf(connectorId), JSON.stringify(headers))
  return { headers: sealed, key_id }
}

/** @throws UnreadableCredentials when the key is missing or the row was changed */
export function openHeaders({ id, headers, key_id }: SealedHeaders & { id: string }): Record<string, string> {
  if (!headers) return {}
  const key = sealingKeys().find((candidate) => candidate.id === key_id)
  if (!key) {
    throw new UnreadableCredentials(
      `The headers of connector ${id} are encrypted with key “${key_id}”, which is not in ENCRYPTION_KEY.`,
    )
  }
  try {
    return JSON.parse(openText(placeOf(id), headers, key)) as Record<string, string>
  } catch (cause) {
    throw new UnreadableCredentials(`The headers of connector ${id} cannot be decrypted with their key.`, { cause })
  }
}

const placeOf = (connectorId: string): string => `connectors|${connectorId}|headers`
const batchRows = 100

/** Re-encrypts headers of older keys, so that those keys can be retired. */
export async function resealHeaders(db: Database): Promise<{ resealed: number; unreadable: string[] }> {
  const [current] = sealingKeys()
  if (!current) throw new Error('ENCRYPTION_KEY has no key.')
  const result = { resealed: 0, unreadable: [] as string[] }
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined) {
    const from: string = after
    after = await transaction(db, async (tx) => {
      const { rows } = await sql<SealedHeaders & { id: string }>`
        select id, headers, key_id from connectors where id > ${from} and key_id <> ${current.id}
        order by id limit ${batchRows} for no key update`.execute(tx)
      for (const row of rows) {
        try {
          const sealed = sealHeaders(row.id, openHeaders(row))
          await tx.updateTable('connectors').set(sealed).where('id', '=', row.id).execute()
          result.resealed += 1
        } catch (error) {
          if (!(error instanceof UnreadableCredentials)) throw error
          result.unreadable.push(row.id)
        }
      }
      return rows.length === batchRows ? rows.at(-1)?.id : undefined
    })
  }
  return result
}
