import type { ChannelId } from '@/lib/channel-ids'
import type { Channel } from './channel'
import { facebook } from './facebook/facebook'
import { ghost } from './ghost/ghost'
import { instagram } from './instagram/instagram'
import { linkedin } from './linkedin/linkedin'
import { pinterest } from './pinterest/pinterest'
import { threads } from './threads/threads'
import { x } from './x/x'

/** The seven networks. Server only; `limits.ts` has limits and counting for the browser. */
export const channels: Record<ChannelId, Channel> = { instagram, facebook, x, linkedin, pinterest, ghost, threads }
