import type { ChannelId } from '@/lib/channel-ids'
import type { ChannelLimits, ResolvedPost, RuleIssue } from './channel'
import * as facebook from './facebook/rules'
import * as ghost from './ghost/rules'
import * as instagram from './instagram/rules'
import { articleCut } from './linkedin/article'
import * as linkedin from './linkedin/rules'
import type { MediaRules } from './media/media-rules'
import * as pinterest from './pinterest/rules'
import * as threads from './threads/rules'
import * as x from './x/rules'

/** Limits, counting and rules of the networks. No HTTP. */
const rules = { instagram, facebook, x, linkedin, pinterest, ghost, threads }

export const channelLimits = Object.fromEntries(
  Object.entries(rules).map(([channel, { limits }]) => [channel, limits]),
) as Record<ChannelId, ChannelLimits>

/** Media rules of each network. */
export const mediaRules = Object.fromEntries(
  Object.entries(rules).map(([channel, { mediaRules }]) => [channel, mediaRules]),
) as Record<ChannelId, MediaRules>

/** The length of a text as the network counts it. */
export const countText = (channel: ChannelId, text: string): number => rules[channel].countText(text)

/** Texts that the network accepts but truncates when shown; null if none. */
export const shortenedOf = (post: ResolvedPost): string | null =>
  post.channel === 'linkedin' ? articleCut(post) : null

/** Issues for which the network would refuse this post, found without a call. */
export const validatePost = (post: ResolvedPost): RuleIssue[] => rules[post.channel].validate(post)
