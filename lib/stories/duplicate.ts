import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { notFound, validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { accessOwned } from '@/lib/projects/access'
import { type Content, contentOfRow, overridesOf, repeatedChannels } from './content'
import type { duplicateStory as contract } from './contract'
import { insertMade } from './create'
import { Desk } from './desk'
import { actorOf } from './history'
import { findStory } from './repository'
import type { Warning } from './resource-contract'
import type { StoryRow } from './serializer'

/** A draft that says what the story says. What became of the story, and when, stays with it. */
export async function duplicateStory(
  context: Context,
  { id, channels: chosen, lint_check }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const repeated = repeatedChannels(chosen ?? [])
  if (repeated.length > 0) throw validationError(repeated)
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  const story = await findStory(context.db, projectId, id)
  if (!story) throw notFound('story')
  const desk = await Desk.open(context.db, projectId, context.now)
  const leftOut = chosen ? [] : publishedElsewhere(story)
  const wanted = chosen ?? contentOfRow(story).channels.filter((channel) => !leftOut.includes(channel))
  const content = forChannels(withoutPastPins(contentOfRow(story), context.now), wanted)
  const template = await desk.templateName(content.template_id)
  return insertMade(desk, {
    id: newId(),
    content,
    at: null,
    resolved: null,
    room: desk.trackingRoom({ templateName: template.name, automationName: null }),
    warnings: [
      ...leftOut.map(leftOutWarning),
      ...(await desk.allWarnings(content, { isDraft: true })),
      ...(await desk.check(content, { lint_check }, { isDraft: true })),
    ],
    origin: { actor: actorOf(context.principal), copyOf: id },
  })
}

/** The published channels of a story that is not published on all of them: a copy for these would post twice. */
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

/** A pin that has ended would be a fault at the first edit of the copy. */
function withoutPastPins(content: Content, now: Date): Content {
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
