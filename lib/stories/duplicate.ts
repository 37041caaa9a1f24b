import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { accessOwned } from '@/lib/projects/access'
import { type Content, contentOfRow, overridesOf } from './content'
import type { duplicateStory as contract } from './contract'
import { insertMade } from './create'
import { Desk } from './desk'
import { actorOf } from './history'
import { findStory } from './repository'
import type { StoryRow } from './serializer'

/** A draft that says what the story says. What became of the story, and when, stays with it. */
export async function duplicateStory(
  context: Context,
  { id }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  const story = await findStory(context.db, projectId, id)
  if (!story) throw notFound('story')
  const desk = await Desk.open(context.db, projectId, context.now)
  const content = forWhereItIsMissing(withoutPastPins(contentOfRow(story), context.now), story)
  const template = await desk.templateName(content.template_id)
  return insertMade(desk, {
    id: newId(),
    content,
    at: null,
    resolved: null,
    room: desk.trackingRoom({ templateName: template.name, automationName: null }),
    warnings: [
      ...(await desk.allWarnings(content, { isDraft: true })),
      ...(await desk.check(content, {}, { isDraft: true })),
    ],
    origin: { actor: actorOf(context.principal), copyOf: id },
  })
}

/** Of a story that is out on some of its channels the copy is for the others: sent as it is, it posts nothing twice. */
function forWhereItIsMissing(content: Content, { status, published_channels: out }: StoryRow): Content {
  const missing = content.channels.filter((channel) => !out.includes(channel))
  if (status !== 'partial' || missing.length === 0) return content
  return { ...content, channels: missing, channel_overrides: overridesOf(missing, content) }
}

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
