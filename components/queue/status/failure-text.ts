import { channelNames } from '@/components/channels/channel-names'
import type { QueueItem } from '@/lib/queue-items/schema'

type Failure = Pick<QueueItem, 'channel' | 'provider_code'> & { skip_reason: string }

/** A reason with a next step needs no other one. */
const stepWords = /\b(retry|try again|reconnect)\b/i

/**
 * The stored reason of a failure in parts. Messages end with “… said: …” if they quote the network.
 *
 * @returns `details`: the network's own words and its code, for people who look for the cause
 */
export function failureText({ channel, provider_code: code, skip_reason: reason }: Failure) {
  const network = channelNames[channel]
  const [text = '', quote] = reason.split(new RegExp(` ${network} said: `))
  const isCodeQuoted = code !== null && quote?.includes(code)
  const details = [quote && `${network} said: ${quote}`, code && !isCodeQuoted && `Code: ${code}`]
  return {
    text: code === null ? text : text.replace(` (${code})`, ''),
    hasStep: stepWords.test(text),
    details: details.filter(Boolean).join(' ') || null,
  }
}
