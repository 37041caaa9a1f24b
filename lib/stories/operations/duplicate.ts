import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { channels } from '@/lib/channels/registry'
import { notFound, validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { StoryChecks } from '../checks/story-checks'
import { type Content, contentOfRow, overridesOf, repeatedChannels } from '../content/content'
import type { duplicateStory as contract } from '../contract'
import { findStory } from '../repository'
import type { Warning } from '../resource-contract'
import type { StoryRow } from '../serializer'
import { actorOf } from '../timeline/history'
import { insertCreated } from './create'

/** Copies a story's content into a new draft, without its time and results. */
export async function duplicateStory(
  context: Context,
  { id, channels: chosen, lint_check }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const repeated = repeatedChannels(chosen ?? [])
  if (repeated.length > 0) throw validationError(repeated)
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  const story = await findStory(context.db, projectId, id)
  if (!story) throw notFound('story')
  const checks = await StoryChecks.open(context.db, projectId, context.now)
  const leftOut = chosen ? [] : publishedElsewhere(story)
  const wanted = chosen ?? contentOfRow(story).channels.filter((channel) => !leftOut.includes(channel))
  const content = forChannels(withoutPastPins(contentOfRow(story), context.now), wanted)
  const template = await checks.templateName(content.template_id)
  return insertCreated(checks, {
    id: newId(),
    content,
    at: null,
    resolved: null,
    tracking: checks.trackingContext({ templateName: template.name, automationName: null }),
    warnings: [
      ...leftOut.map(leftOutWarning),
      ...(await checks.allWarnings(content, { isDraft: true })),
      ...(await checks.check(content, { lint_check }, { isDraft: true })),
    ],
    origin: { actor: actorOf(context.principal), copyOf: id },
  })
}

/** The published channels of a partly published story. A copy for these would post twice. */
function publishedElsewhere({ channels, published_channels: published }: StoryRow): ChannelId[] {
  const out = channels.filter((channel) => published.includes(channel)) as ChannelId[]
  return out.length < channels.length ? out : []
}

const leftOutWarning = (channel: ChannelId): Warning => ({
  channel,
  field: 'channels',
  code: 'already_published',
  message: `${channels[channel].name} is left out: this story is already published there.`,
})

const forChannels = (content: Content, channels: ChannelId[]): Content => ({
  ...content,
  channels,
  channel_overrides: overridesOf(channels, content),
})

/** Removes pins that have ended: they would be an issue at the copy's first edit. */
export function withoutPastPins(content: Content, now: Date): Content {
  const overrides = Object.entries(content.channel_overrides).map(([channel, override]) => {
    const { pin_to_grid: pin, pin_until_at: until, ...rest } = override
    const end = (typeof pin === 'object' && pin !== null ? pin.until : null) ?? until
    return [channel, isPast(end, now) ? rest : override]
  })
  return {
    ...content,
    channel_overrides: Object.fromEntries(overrides),
    ...(isPast(content.pin_until_at, now) ? { pin_to_grid: false, pin_until_at: null } : {}),
  }
}

const isPast = (end: string | Date | null | undefined, now: Date): boolean => Boolean(end) && new Date(end ?? 0) <= now
