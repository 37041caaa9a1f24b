import { sealingKeys } from '@/lib/encryption/keys'
import { openText, sealText, UnreadableCredentials } from '@/lib/encryption/seal'

export type SealedSecret = { secret: Buffer; secret_key_id: string }

/** Encrypts a secret for one user. It cannot be decrypted in another user's row. */
export function sealTotpSecret(userId: string, secret: string): SealedSecret {
  const { sealed, key_id } = sealText(placeOf(userId), secret)
  return { secret: sealed, secret_key_id: key_id }
}

/** @throws UnreadableCredentials if the key is missing or the row was modified */
export function openTotpSecret(userId: string, { secret, secret_key_id }: SealedSecret): string {
  const key = sealingKeys().find(({ id }) => id === secret_key_id)
  if (!key) {
    throw new UnreadableCredentials(
      `The two-factor secret of user ${userId} is encrypted with key "${secret_key_id}", which ENCRYPTION_KEY does not contain.`,
    )
  }
  try {
    return openText(placeOf(userId), secret, key)
  } catch (cause) {
    throw new UnreadableCredentials(`The two-factor secret of user ${userId} cannot be decrypted with its key.`, {
      cause,
    })
  }
}

const placeOf = (userId: string): string => `user_two_factor|${userId}|secret`
