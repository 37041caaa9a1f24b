import { randomBytes } from 'node:crypto'
import { sealingKeys } from '@/lib/encryption/keys'
import { openText, sealText, UnreadableCredentials } from '@/lib/encryption/seal'

/** Standard Webhooks 1.0, “Symmetric”: this prefix and base64 of 24 to 64 random bytes. */
export const secretPrefix = 'whsec_'
const secretBytes = 32

/** How long the previous secret still signs after a rotation. */
export const rotationOverlapSeconds = 24 * 3_600

export const newSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64')

/**
 * Encrypts a signing secret for its endpoint. The current and the previous secret use the same context, so a rotation can
 * copy `secret, secret_key_id` to `previous_secret, previous_secret_key_id` unchanged.
 */
export function encryptSecret(endpointId: string, secret: string): { secret: Buffer; secret_key_id: string } {
  const { sealed, key_id } = sealText(contextOf(endpointId), secret)
  return { secret: sealed, secret_key_id: key_id }
}

/** @throws UnreadableCredentials when the key is missing or the row was changed */
export function decryptSecret(endpointId: string, encrypted: Buffer, keyId: string): string {
  const key = sealingKeys().find(({ id }) => id === keyId)
  if (!key) {
    throw new UnreadableCredentials(
      `The signing secret of endpoint ${endpointId} is encrypted with key “${keyId}”, which is not in ENCRYPTION_KEY.`,
    )
  }
  try {
    return openText(contextOf(endpointId), encrypted, key)
  } catch (cause) {
    throw new UnreadableCredentials(`The signing secret of endpoint ${endpointId} cannot be decrypted with its key.`, {
      cause,
    })
  }
}

const contextOf = (endpointId: string): string => `webhook_endpoints|${endpointId}|secret`
