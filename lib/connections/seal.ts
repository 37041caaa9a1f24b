import { z } from 'zod'
import type { Credentials } from '@/lib/channels/channel'
import { sealingKeys } from '@/lib/encryption/keys'
import { openText, sealText, UnreadableCredentials } from '@/lib/encryption/seal'

export type Sealed = { credentials: Buffer; key_id: string }
export type SealedRow = { id: string; channel: string; credentials: Buffer | null; key_id: string | null }

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

/** Encrypts for one row. The row's id is authenticated, so copies in other rows do not decrypt. */
export function sealCredentials(connectionId: string, credentials: Credentials): Sealed {
  const { sealed, key_id } = sealText(placeOf(connectionId), JSON.stringify(credentials))
  return { credentials: sealed, key_id }
}

/** @throws UnreadableCredentials */
export function openCredentials(row: SealedRow): Credentials {
  if (!row.credentials || !row.key_id) throw new UnreadableCredentials(`Connection ${row.id} has no credentials.`)
  const key = sealingKeys().find(({ id }) => id === row.key_id)
  if (!key) {
    throw new UnreadableCredentials(
      `The credentials of connection ${row.id} are encrypted with key “${row.key_id}”, which is not in ENCRYPTION_KEY.`,
    )
  }
  try {
    return Stored.parse(JSON.parse(openText(placeOf(row.id), row.credentials, key)))
  } catch (cause) {
    throw new UnreadableCredentials(`The credentials of connection ${row.id} cannot be decrypted with their key.`, {
      cause,
    })
  }
}

const placeOf = (connectionId: string): string => `social_connections|${connectionId}|credentials`
