import type { ChannelId } from '@/lib/channel-ids'
import type { ChannelConnect } from './connecting/connect'
import { facebookConnect } from './facebook/connect'
import { ghostConnect } from './ghost/connect'
import { instagramConnect } from './instagram/connect'
import { linkedinConnect } from './linkedin/connect'
import { pinterestConnect } from './pinterest/connect'
import { threadsConnect } from './threads/connect'
import { xConnect } from './x/connect'

/** Connect and refresh functions per network. Server only. */
export const connects: Record<ChannelId, ChannelConnect> = {
  instagram: instagramConnect,
  facebook: facebookConnect,
  x: xConnect,
  linkedin: linkedinConnect,
  pinterest: pinterestConnect,
  ghost: ghostConnect,
  threads: threadsConnect,
}
