import type { ChannelId } from '@/lib/channel-ids'
import type { ReportQuery } from '../analytics-queries'

export type ReportProps = {
  projectId: string
  query: ReportQuery
  channel: ChannelId | null
  /** “Last 30 days” */
  period: string
}
