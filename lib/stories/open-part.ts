import type { ChannelId } from '@/lib/channels/ids'
import { conflict } from '@/lib/errors'
import { type Content, changeContent, changedNames, contentOfRow, isSameJson, overridesOf } from './content'
import type { EditStory } from './create-contract'
import type { Held, HeldRow } from './repository'
import { isLocked } from './row-plan'
import type { StoryRow } from './serializer'

/**
 * An edit of a story of which some channels are published, or may be. Their content stays as it was posted, so only the
 * overrides of the other channels can change.
 */

export type OpenPart = {
  /** The story as the channels see it whose content this edit changes. */
  base: Content
  /** The request without what it repeats of the other channels. */
  said: EditStory
  /** Channels whose content the edit changes; undefined: all. */
  changedChannels: ReadonlySet<ChannelId> | undefined
  /** Puts the edited part back among the channels that stay as they are. */
  join(edited: Content): Content
}

const isEnded = ({ status }: StoryRow): boolean => status === 'failed' || status === 'partial'

/** @throws conflict when the request changes what has to stay */
export function openPartOf({ story, rows }: Held, input: EditStory, now: Date): OpenPart {
  const before = contentOfRow(story)
  const locked = rows.filter((row) => isLocked(row) || story.published_channels.includes(row.channel))
  if (locked.length === 0 && !isEnded(story)) {
    return { base: before, said: input, changedChannels: undefined, join: (edited) => edited }
  }
  if (isEnded(story)) refuseNewTime(story, input)
  const said = withoutLocked(before, locked, input)
  const closed = new Set(locked.map(({ channel }) => channel))
  const open = limitTo(
    before,
    before.channels.filter((channel) => !closed.has(channel)),
  )
  const { content: wanted } = changeContent(open, said, now)
  const shared = changedNames(open, wanted).filter((name) => name !== 'channel_overrides')
  if (locked[0] && shared[0]) throw stays(locked[0], shared[0], open.channels[0])
  const changed = open.channels.filter((channel) => shared.length > 0 || !isSameOverride(channel, open, wanted))
  // What has ended is checked only where it changes: another failed channel may be put right later.
  const judged = isEnded(story) ? changed : open.channels
  return {
    base: limitTo(open, judged),
    said: { ...said, ...(said.channel_overrides ? { channel_overrides: overridesFor(said, open, judged) } : {}) },
    changedChannels: new Set(changed),
    join: (edited) => ({
      ...edited,
      channels: before.channels,
      channel_overrides: {
        ...overridesOf(
          before.channels.filter((channel) => !judged.includes(channel)),
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

const channelsOf = (rows: readonly HeldRow[]): ChannelId[] => rows.map(({ channel }) => channel as ChannelId)

const lockedOverrides = (before: Content, locked: readonly HeldRow[]) => overridesOf(channelsOf(locked), before)

/** The said overrides without those of channels that are not judged; of unknown channels they stay, to be refused. */
function overridesFor({ channel_overrides: said }: EditStory, open: Content, judged: readonly ChannelId[]) {
  const entries = Object.entries(said ?? {}).filter(([name]) => {
    const channel = name as ChannelId
    return judged.includes(channel) || !open.channels.includes(channel)
  })
  return Object.fromEntries(entries)
}

/** A failed story goes out by a retry, whatever time it had. */
function refuseNewTime({ status }: StoryRow, { scheduled_at, scheduled_at_local }: EditStory): void {
  if (scheduled_at === undefined && scheduled_at_local === undefined) return
  throw conflict(`This story is ${status}, so it keeps its time. Save the content alone, then retry the story.`)
}

/** Takes out what the request repeats of locked channels, and refuses what it changes of them. */
function withoutLocked(before: Content, locked: readonly HeldRow[], { channels, ...input }: EditStory): EditStory {
  if (channels && !isSameJson(channels, before.channels)) {
    throw conflict(
      'The channels of a story that failed or is published somewhere stay as they are. Duplicate it to choose others.',
    )
  }
  if (!input.channel_overrides) {
    return input.channel_overrides === null ? { ...input, channel_overrides: {} } : input
  }
  const overrides: Content['channel_overrides'] = { ...(input.channel_overrides as Content['channel_overrides']) }
  for (const row of locked) {
    const channel = row.channel as ChannelId
    const given = overrides[channel]
    if (given && !isSameJson(given, before.channel_overrides[channel] ?? {})) {
      throw stays(row, `channel_overrides.${channel}`, undefined)
    }
    delete overrides[channel]
  }
  return { ...input, channel_overrides: overrides as NonNullable<EditStory['channel_overrides']> }
}

/** Says why a member cannot change, and where its change belongs. */
function stays({ channel, status }: HeldRow, member: string, open: ChannelId | undefined) {
  const why =
    status === 'posted' ? `This story is published on ${channel}` : `This story may be published on ${channel} already`
  const remedy = open
    ? `Change channel_overrides.${open} instead.`
    : 'Leave it out, or duplicate the story for another text.'
  return conflict(`${why}, so ${member} stays as it is. ${remedy}`)
}
