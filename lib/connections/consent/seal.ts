import { z } from 'zod'
import type { AccountChoice } from '@/lib/channels/connecting/connect'
import { sealingKeys } from '@/lib/encryption/keys'
import { openText, sealText, UnreadableCredentials } from '@/lib/encryption/seal'
import type { Json } from '@/lib/json'
import { Stored } from '../seal'
import type { ConsentRow } from './repository'

const Choices: z.ZodType<AccountChoice[]> = z.array(
  z.object({
    accountId: z.string(),
    accountName: z.string().nullable(),
    handle: z.string().nullable(),
    pictureUrl: z.string().nullable(),
    kind: z.enum(['profile', 'page', 'organization', 'site']),
    credentials: Stored,
    expiresAt: z.coerce.date().nullable(),
    refreshExpiresAt: z.coerce.date().nullable(),
    scopes: z.array(z.string()).nullable(),
    obstacle: z.string().nullable(),
  }),
)

const placeOf = (id: string, column: 'secret' | 'choices'): string => `consents|${id}|${column}`

export function sealSecret(id: string, secret: Json): { secret: Buffer; key_id: string } {
  const { sealed, key_id } = sealText(placeOf(id, 'secret'), JSON.stringify(secret))
  return { secret: sealed, key_id }
}

export const openSecret = (row: ConsentRow): Json => JSON.parse(open(row, 'secret')) as Json

export function sealChoices(id: string, choices: AccountChoice[]): { choices: Buffer; key_id: string } {
  const { sealed, key_id } = sealText(placeOf(id, 'choices'), JSON.stringify(choices))
  return { choices: sealed, key_id }
}

export const openChoices = (row: ConsentRow): AccountChoice[] => Choices.parse(JSON.parse(open(row, 'choices')))

/** The key may have been retired meanwhile; then the user starts again. */
function open(row: ConsentRow, column: 'secret' | 'choices'): string {
  const sealed = row[column]
  const key = sealingKeys().find(({ id }) => id === row.key_id)
  if (!sealed || !key) throw new UnreadableCredentials(`The ${column} of consent ${row.id} cannot be read.`)
  return openText(placeOf(row.id, column), sealed, key)
}
