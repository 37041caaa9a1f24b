import type { ChannelId } from '@/lib/channel-ids'
import { history as facebook } from './facebook/history'
import { history as ghost } from './ghost/history'
import type { ChannelHistory } from './history/history'
import { history as instagram } from './instagram/history'
import { history as linkedin } from './linkedin/history'
import { history as pinterest } from './pinterest/history'
import { history as threads } from './threads/history'
import { history as x } from './x/history'

/** Reads past posts, per network. */
export const channelHistory: Record<ChannelId, ChannelHistory> = {
  instagram,
  facebook,
  x,
  linkedin,
  pinterest,
  ghost,
  threads,
}
