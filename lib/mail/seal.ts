import { sealingKeys } from '@/lib/encryption/keys'
import { openText, sealText, UnreadableCredentials } from '@/lib/encryption/seal'
import { MailContent } from './content'

export type SealedContent = { content: Buffer; content_key_id: string }

export function sealContent(mailId: string, content: MailContent): SealedContent {
  const { sealed, key_id } = sealText(placeOf(mailId), JSON.stringify(content))
  return { content: sealed, content_key_id: key_id }
}

/** @throws UnreadableCredentials if the key is missing or the row was modified */
export function openContent(mailId: string, { content, content_key_id }: SealedContent): MailContent {
  const key = sealingKeys().find(({ id }) => id === content_key_id)
  if (!key)
    throw new UnreadableCredentials(
      `Mail ${mailId} is encrypted with key "${content_key_id}", which ENCRYPTION_KEY does not contain.`,
    )
  try {
    return MailContent.parse(JSON.parse(openText(placeOf(mailId), content, key)))
  } catch (cause) {
    throw new UnreadableCredentials(`Mail ${mailId} cannot be decrypted with its key.`, { cause })
  }
}

const placeOf = (mailId: string): string => `outgoing_mails|${mailId}|content`
