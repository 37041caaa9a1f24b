import { channelNames } from '@/components/channels/channel-names'
import type { ChannelId } from '@/lib/channel-ids'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import type { ForecastKind } from '@/lib/queue-forecast/kinds'
import { mediaFindingOf } from '../status/queue-reasons'

/** `short` is the first sentence, `rest` the others. `label` is null for a heads-up. */
export type RowWarning = {
  severity: ForecastIssue['severity']
  label: 'Will fail' | 'At risk' | null
  channels: ChannelId[]
  short: string
  rest: string
  fix: 'edit' | 'connect' | null
}

const fixes: Record<ForecastKind, RowWarning['fix']> = {
  connection_missing: 'connect',
  token_expires: 'connect',
  media_unreachable: 'edit',
  content_invalid: 'edit',
  board_missing: 'edit',
  duplicate_text: 'edit',
  quota_reached: null,
  approval_pending: null,
}

type Item = Pick<ListedQueueItem, 'id' | 'channel' | 'status' | 'skip_reason' | 'data_snapshot'>
type Issue = Pick<ForecastIssue, 'queue_item_id' | 'channel' | 'kind' | 'severity' | 'message' | 'remedy'>

/** Why posts of a row will or may fail, and what the media check found. The same reason once for all its channels. */
export function rowWarnings(items: readonly Item[], issues: readonly Issue[]): RowWarning[] {
  const warnings = new Map<string, RowWarning>()
  const add = (message: string, channel: ChannelId, { remedy = '', ...rest }: Details): void => {
    const known = warnings.get(message)
    if (known) known.channels.push(channel)
    else {
      const [short, more] = firstSentence(message)
      warnings.set(message, { ...rest, channels: [channel], short, rest: [more, remedy].filter(Boolean).join(' ') })
    }
  }
  for (const { message, channel, severity, remedy, kind } of issues)
    add(message, channel, { severity, label: severity === 'error' ? 'Will fail' : 'At risk', remedy, fix: fixes[kind] })
  for (const item of items) {
    const found = item.skip_reason ? null : mediaFindingOf(item)
    const isKnown = issues.some(({ queue_item_id, message }) => queue_item_id === item.id && message === found?.text)
    if (!found || isKnown) continue
    const label = found.severity === 'error' ? 'Will fail' : null
    add(found.text, item.channel, { severity: found.severity, label, fix: 'edit' })
  }
  return [...warnings.values()]
}

type Details = Pick<RowWarning, 'severity' | 'label' | 'fix'> & { remedy?: string }

function firstSentence(text: string): [string, string] {
  const end = text.search(/[.!?] /)
  return end < 0 ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 2)]
}

/** “Will fail on LinkedIn: ”. A text that starts with the name of its channel needs no other. */
export function prefixOf({ label, channels, short }: RowWarning, rowChannels: number): string {
  const names = channels.map((channel) => channelNames[channel])
  const isNamed = channels.length === rowChannels || names.some((name) => short.startsWith(`${name} `))
  if (!label) return isNamed ? '' : `${names.join(', ')}: `
  return `${label}${isNamed ? '' : ` on ${names.join(', ')}`}: `
}
