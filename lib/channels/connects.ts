import type { ChannelConnect } from './connect'
import { facebookConnect } from './facebook/connect'
import { ghostConnect } from './ghost/connect'
import type { ChannelId } from './ids'
import { instagramConnect } from './instagram/connect'
import { linkedinConnect } from './linkedin/connect'
import { pinterestConnect } from './pinterest/connect'
import { threadsConnect } from './threads/connect'
import { xConnect } from './x/connect'

/** How accounts of each network are connected and stay so. Server only. */
export const connects: Record<ChannelId, ChannelConnect> = {
  instagram: instagramConnect,
  facebook: facebookConnect,
  x: xConnect,
  linkedin: linkedinConnect,
  pinterest: pinterestConnect,
  ghost: ghostConnect,
  threads: threadsConnect,
}
