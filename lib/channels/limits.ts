import type { ChannelLimits, ResolvedPost, RuleIssue } from './channel'
import * as facebook from './facebook/rules'
import * as ghost from './ghost/rules'
import type { ChannelId } from './ids'
import * as instagram from './instagram/rules'
import { articleCut } from './linkedin/article'
import * as linkedin from './linkedin/rules'
import type { MediaRules } from './media-rules'
import * as pinterest from './pinterest/rules'
import * as threads from './threads/rules'
import * as x from './x/rules'

/** What the contracts and the checks know of the networks: limits, counting, rules. No HTTP. */
const rules = { instagram, facebook, x, linkedin, pinterest, ghost, threads }

export const channelLimits = Object.fromEntries(
  Object.entries(rules).map(([channel, { limits }]) => [channel, limits]),
) as Record<ChannelId, ChannelLimits>

/** What each network takes of pictures and films. */
export const mediaRules = Object.fromEntries(
  Object.entries(rules).map(([channel, { mediaRules }]) => [channel, mediaRules]),
) as Record<ChannelId, MediaRules>

/** The length of a text by the network's own count. */
export const countText = (channel: ChannelId, text: string): number => rules[channel].countText(text)

/** What the network shows only the beginning of, though it takes the post; null when it shows all. */
export const shortenedOf = (post: ResolvedPost): string | null =>
  post.channel === 'linkedin' ? articleCut(post) : null

/** Every way in which the network would refuse this post, before any call. */
export const validatePost = (post: ResolvedPost): RuleIssue[] => rules[post.channel].validate(post)
