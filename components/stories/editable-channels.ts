import type { ChannelId } from '@/lib/channels/ids'
import type { QueueItem } from '@/lib/queue/contract'

type Row = Pick<QueueItem, 'channel' | 'status' | 'skip_reason' | 'data_snapshot'>

/** The failed channels whose content can be edited before a retry: nothing of them is published, or may be. */
export const editableChannels = (rows: readonly Row[]): ChannelId[] =>
  rows.filter(isEditable).map(({ channel }) => channel)

const isEditable = ({ status, skip_reason, data_snapshot }: Row): boolean =>
  status === 'failed' && skip_reason !== 'outcome_unknown' && data_snapshot.parts_out === undefined
