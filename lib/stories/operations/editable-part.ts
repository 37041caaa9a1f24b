import type { ChannelId } from '@/lib/channel-ids'
import { conflict } from '@/lib/errors'
import { type Content, changeContent, changedNames, contentOfRow, isSameJson, overridesOf } from '../content/content'
import type { EditStory } from '../create-contract'
import type { Held, HeldRow } from '../repository'
import { isLocked } from '../rows/row-plan'
import type { StoryRow } from '../serializer'

/**
 * Edits of stories with channels that are or may be published. Their content stays as posted, so only overrides of
 * the other channels can change.
 */

export type EditablePart = {
  /** The content limited to the channels that the edit changes. */
  base: Content
  /** The request without values repeated for other channels. */
  request: EditStory
  /** Channels whose content changes; undefined means all. */
  changedChannels: ReadonlySet<ChannelId> | undefined
  /** Merges the edited part with the unchanged channels. */
  join(edited: Content): Content
}

const isEnded = ({ status }: StoryRow): boolean => status === 'failed' || status === 'partial'

/**
 * @throws conflict when the request changes posted content
 */
export function editablePartOf({ story, rows }: Held, input: EditStory, now: Date): EditablePart {
  const before = contentOfRow(story)
  const locked = rows.filter((row) => isLocked(row) || story.published_channels.includes(row.channel))
  if (locked.length === 0 && !isEnded(story)) {
    return { base: before, request: input, changedChannels: undefined, join: (edited) => edited }
  }
  if (isEnded(story)) refuseNewTime(story, input)
  const request = withoutLocked(before, locked, input)
  const closed = new Set(locked.map(({ channel }) => channel))
  const open = limitTo(
    before,
    before.channels.filter((channel) => !closed.has(channel)),
  )
  const { content: wanted } = changeContent(open, request, now)
  const shared = changedNames(open, wanted).filter((name) => name !== 'channel_overrides')
  if (locked[0] && shared[0]) throw stays(locked[0], shared[0], open.channels[0])
  const changed = open.channels.filter((channel) => shared.length > 0 || !isSameOverride(channel, open, wanted))
  // Failed channels are checked only if they change; others may be fixed later.
  const validated = isEnded(story) ? changed : open.channels
  return {
    base: limitTo(open, validated),
    request: {
      ...request,
      ...(request.channel_overrides ? { channel_overrides: overridesFor(request, open, validated) } : {}),
    },
    changedChannels: new Set(changed),
    join: (edited) => ({
      ...edited,
      channels: before.channels,
      channel_overrides: {
        ...overridesOf(
          before.channels.filter((channel) => !validated.includes(channel)),
          { ...before, channel_overrides: { ...wanted.channel_overrides, ...lockedOverrides(before, locked) } },
        ),
        ...edited.channel_overrides,
      },
    }),
  }
}

const limitTo = (content: Content, channels: ChannelId[]): Content => ({
  ...content,
  channels,
  channel_overrides: overridesOf(channels, content),
})

const isSameOverride = (channel: ChannelId, one: Content, other: Content): boolean =>
  isSameJson(one.channel_overrides[channel] ?? null, other.channel_overrides[channel] ?? null)

const channelsOf = (rows: readonly HeldRow[]): ChannelId[] => rows.map(({ channel }) => channel)

const lockedOverrides = (before: Content, locked: readonly HeldRow[]) => overridesOf(channelsOf(locked), before)

/**
 * The request's overrides without those of channels that are not validated. Unknown channels stay, so that they are
 * reported.
 */
function overridesFor({ channel_overrides: request }: EditStory, open: Content, validated: readonly ChannelId[]) {
  const entries = Object.entries(request ?? {}).filter(([name]) => {
    const channel = name as ChannelId
    return validated.includes(channel) || !open.channels.includes(channel)
  })
  return Object.fromEntries(entries)
}

/** A failed story is published by a retry, not by a new time. */
function refuseNewTime({ status }: StoryRow, { scheduled_at, scheduled_at_local }: EditStory): void {
  if (scheduled_at === undefined && scheduled_at_local === undefined) return
  throw conflict(`This story is ${status}, so it keeps its time. Save only the content, then retry the story.`)
}

/** Removes values repeated for locked channels, and rejects changes to them. */
function withoutLocked(before: Content, locked: readonly HeldRow[], { channels, ...input }: EditStory): EditStory {
  if (channels && !isSameJson(channels, before.channels)) {
    throw conflict('The channels of a failed or partly published story cannot change. Duplicate it to choose others.')
  }
  if (!input.channel_overrides) {
    return input.channel_overrides === null ? { ...input, channel_overrides: {} } : input
  }
  const overrides: Content['channel_overrides'] = { ...input.channel_overrides }
  for (const row of locked) {
    const channel = row.channel
    const given = overrides[channel]
    if (given && !isSameJson(given, before.channel_overrides[channel] ?? {})) {
      throw stays(row, `channel_overrides.${channel}`, undefined)
    }
    delete overrides[channel]
  }
  return { ...input, channel_overrides: overrides }
}

/** The conflict for a member that cannot change, with the member to use instead. */
function stays({ channel, status }: HeldRow, member: string, open: ChannelId | undefined) {
  const why =
    status === 'posted' ? `This story is published on ${channel}` : `This story may be published on ${channel} already`
  const remedy = open
    ? `Change channel_overrides.${open} instead.`
    : 'Omit it, or duplicate the story to use another text.'
  return conflict(`${why}, so ${member} cannot change. ${remedy}`)
}
