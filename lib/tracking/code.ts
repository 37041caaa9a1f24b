import { createHash } from 'node:crypto'
import type { ChannelId } from '@/lib/channel-ids'
import { appUrl } from '@/lib/env'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const codeLength = 10

export const isCode = (text: string): boolean => /^[0-9A-Za-z]{10}$/.test(text)

/**
 * The code of a link: ten base-62 digits derived from story, channel and slide. Previews and the publisher derive the
 * same code before it is stored. Not guessable: a story's id has 62 random bits, and only responses to its own
 * project show it.
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

/** Placeholder for the code of an unsaved story, with the same length so that character counts are right. */
export const placeholderCode = '0'.repeat(codeLength)

export const shortUrl = (code: string): string => `${appUrl()}/l/${code}`
