import type { ChannelId } from '@/lib/channel-ids'
import type { QueueItem } from '@/lib/queue-items/schema'

type Row = Pick<QueueItem, 'channel' | 'status' | 'skip_reason' | 'data_snapshot'>

/** Failed channels without a published part. Their content can be edited before a retry. */
export const editableChannels = (rows: readonly Row[]): ChannelId[] =>
  rows.filter(isEditable).map(({ channel }) => channel)

const isEditable = ({ status, skip_reason, data_snapshot }: Row): boolean =>
  status === 'failed' && skip_reason !== 'outcome_unknown' && data_snapshot.parts_out === undefined
