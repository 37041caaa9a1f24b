import { createHash } from 'node:crypto'
import type { ChannelId } from '@/lib/channels/ids'
import { appUrl } from '@/lib/env'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const codeLength = 10

export const isCode = (text: string): boolean => /^[0-9A-Za-z]{10}$/.test(text)

/**
 * The code of a link: ten digits of base 62, made from what it is the link of. So a preview has it before it is stored,
 * and the publisher makes the very same. Nobody guesses it: a story's id has 62 random bits in it, and no answer but
 * those to its own project shows it.
 */
export function linkCode(storyId: string, channel: ChannelId, slideIndex: number | null): string {
  const hash = createHash('sha256')
    .update(`link/${storyId}/${channel}/${slideIndex ?? ''}`)
    .digest()
  let rest = hash.readBigUInt64BE()
  let code = ''
  for (let digit = 0; digit < codeLength; digit++) {
    code += digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return code
}

/** Stands in for the code of a story that has no id yet. As long as one, so that every count is right. */
export const placeholderCode = '0'.repeat(codeLength)

export const shortUrl = (code: string): string => `${appUrl()}/l/${code}`
