import { sealingKeys } from '@/lib/connections/keys'
import { openText, sealText, UnreadableCredentials } from '@/lib/connections/seal'

export type SealedSecret = { secret: Buffer; secret_key_id: string }

/** Seals a secret for one user: copied to another row, it does not open. */
export function sealTotpSecret(userId: string, secret: string): SealedSecret {
  const { sealed, key_id } = sealText(placeOf(userId), secret)
  return { secret: sealed, secret_key_id: key_id }
}

/** @throws UnreadableCredentials when its key is gone or the row was changed */
export function openTotpSecret(userId: string, { secret, secret_key_id }: SealedSecret): string {
  const key = sealingKeys().find(({ id }) => id === secret_key_id)
  if (!key) {
    throw new UnreadableCredentials(
      `The two-factor secret of user ${userId} is sealed with key "${secret_key_id}", which ENCRYPTION_KEY does not hold.`,
    )
  }
  try {
    return openText(placeOf(userId), secret, key)
  } catch (cause) {
    throw new UnreadableCredentials(`The two-factor secret of user ${userId} does not open with its key.`, { cause })
  }
}

const placeOf = (userId: string): string => `user_two_factor|${userId}|secret`
