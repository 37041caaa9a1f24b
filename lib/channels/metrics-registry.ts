import type { ChannelId } from '@/lib/channel-ids'
import { metrics as facebook } from './facebook/metrics'
import { metrics as ghost } from './ghost/metrics'
import { metrics as instagram } from './instagram/metrics'
import { metrics as linkedin } from './linkedin/metrics'
import type { ChannelMetrics } from './metrics/metrics'
import { metrics as pinterest } from './pinterest/metrics'
import { metrics as threads } from './threads/metrics'
import { metrics as x } from './x/metrics'

/** Metrics functions per network. */
export const channelMetrics: Record<ChannelId, ChannelMetrics> = {
  instagram,
  facebook,
  x,
  linkedin,
  pinterest,
  ghost,
  threads,
}
