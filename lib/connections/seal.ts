import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Credentials } from '@/lib/channels/channel'
import { type SealingKey, sealingKeys } from './keys'

/** NIST SP 800-38D, 8.2: a random nonce of 96 bits, and the full tag, as a short one can be forged. */
const nonceBytes = 12
const tagBytes = 16

export type Sealed = { credentials: Buffer; key_id: string }
export type SealedRow = { id: string; channel: string; credentials: Buffer | null; key_id: string | null }

/** Credentials that are there and cannot be read: their key is gone, or somebody changed the row. */
export class UnreadableCredentials extends Error {
  override name = 'UnreadableCredentials'
}

export const Stored: z.ZodType<Credentials> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bearer'), accessToken: z.string(), refreshToken: z.string().nullable() }),
  z.object({
    kind: z.literal('oauth1'),
    apiKey: z.string(),
    apiSecret: z.string(),
    accessToken: z.string(),
    accessTokenSecret: z.string(),
  }),
  z.object({ kind: z.literal('ghost'), siteUrl: z.string(), adminApiKey: z.string() }),
])

/** Encrypts for one row. The row's id is part of what is authenticated: copied to another row, they do not open. */
export function sealCredentials(connectionId: string, credentials: Credentials): Sealed {
  const { sealed, key_id } = sealText(placeOf(connectionId), JSON.stringify(credentials))
  return { credentials: sealed, key_id }
}

/** @param place table, row and column: what is sealed for one opens in no other */
export function sealText(place: string, text: string): { sealed: Buffer; key_id: string } {
  const [key] = sealingKeys()
  if (!key) throw new Error('There is no sealing key.')
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(place, key))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]), key_id: key.id }
}

/** @throws an Error that says nothing when the key is the wrong one, or somebody changed a byte */
export function openText(place: string, sealed: Buffer, key: SealingKey): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  decipher.setAAD(boundTo(place, key))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = sealed.subarray(nonceBytes + tagBytes)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}

/** @throws UnreadableCredentials */
export function openCredentials(row: SealedRow): Credentials {
  if (!row.credentials || !row.key_id) throw new UnreadableCredentials(`Connection ${row.id} holds no credentials.`)
  const key = sealingKeys().find(({ id }) => id === row.key_id)
  if (!key) {
    throw new UnreadableCredentials(
      `The credentials of connection ${row.id} are sealed with key “${row.key_id}”, which ENCRYPTION_KEY does not hold.`,
    )
  }
  try {
    return Stored.parse(JSON.parse(openText(placeOf(row.id), row.credentials, key)))
  } catch (cause) {
    throw new UnreadableCredentials(`The credentials of connection ${row.id} do not open with their key.`, { cause })
  }
}

const placeOf = (connectionId: string): string => `social_connections|${connectionId}|credentials`

const boundTo = (place: string, key: SealingKey): Buffer => Buffer.from(`${place}|${key.id}`)
