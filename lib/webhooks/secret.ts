import { randomBytes } from 'node:crypto'
import { sealingKeys } from '@/lib/connections/keys'
import { openText, sealText, UnreadableCredentials } from '@/lib/connections/seal'

/** Standard Webhooks 1.0, “Symmetric”: base64 of 24 to 64 random bytes behind this prefix. */
export const secretPrefix = 'whsec_'
const secretBytes = 32

/** How long the secret before a rotation signs as well: a receiver has this long to take the new one. */
export const rotationOverlapSeconds = 24 * 3_600

export const newSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64')

/**
 * Seals a signing secret for its endpoint. The current one and the one before are sealed for one place, so that a
 * rotation moves `secret, secret_key_id` to `previous_secret, previous_secret_key_id` as they are.
 */
export function sealSecret(endpointId: string, secret: string): { secret: Buffer; secret_key_id: string } {
  const { sealed, key_id } = sealText(placeOf(endpointId), secret)
  return { secret: sealed, secret_key_id: key_id }
}

/** @throws UnreadableCredentials when its key is gone or somebody changed the row */
export function openSecret(endpointId: string, sealed: Buffer, keyId: string): string {
  const key = sealingKeys().find(({ id }) => id === keyId)
  if (!key) {
    throw new UnreadableCredentials(
      `The signing secret of endpoint ${endpointId} is sealed with key “${keyId}”, which ENCRYPTION_KEY does not hold.`,
    )
  }
  try {
    return openText(placeOf(endpointId), sealed, key)
  } catch (cause) {
    throw new UnreadableCredentials(`The signing secret of endpoint ${endpointId} does not open with its key.`, {
      cause,
    })
  }
}

const placeOf = (endpointId: string): string => `webhook_endpoints|${endpointId}|secret`
