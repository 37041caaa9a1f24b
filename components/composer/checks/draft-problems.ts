import { channelNames } from '@/components/channels/channel-names'
import type { Problem as ListedProblem } from '@/components/stories/problem-lists'
import { instantOf } from '@/components/time/local-time'
import type { ChannelId } from '@/lib/channel-ids'
import { isBlockingCode } from '@/lib/stories/warning-codes'
import { plural } from '@/lib/text/number-text'
import { type Draft, isUrl } from '../draft/draft'
import { type FieldTarget, fixTarget, targetOfPath } from '../draft/field-target'
import { explanationOf, type VoiceFinding } from './brand-voice'
import type { Preview } from './use-preview'

export type Problem = ListedProblem<FieldTarget>

/** The field of a problem. Problems that no field can fix are listed below the channels. */
export const targetOf = ({ target }: Problem): FieldTarget => target ?? { channel: null, field: 'channels' }

/** The first problem to fix. */
export const firstProblem = (problems: readonly Problem[]): Problem | undefined =>
  problems.find(({ isBlocking }) => isBlocking) ?? problems[0]

type Findings = {
  preview: Preview
  connected: readonly ChannelId[]
  isPinExpired: boolean
  /** What is wrong with the time. */
  time: 'past' | 'unreadable' | null
  voice: readonly VoiceFinding[]
}

/** Problems found before the draft is sent. An empty draft has no preview problems. */
export function draftProblems(draft: Draft, { preview, connected, isPinExpired, time, voice }: Findings): Problem[] {
  const isEmpty = draft.caption.trim() === '' && draft.slides.length === 0
  return [
    ...urlProblems(draft),
    ...(isPinExpired ? [pinProblem] : []),
    ...(time ? [timeProblem(timeMessages[time])] : []),
    ...(draft.channels.length === 0 && !isEmpty ? [channelsProblem] : []),
    ...voice.map(findingProblem),
    ...(isEmpty ? [] : previewProblems(draft, preview)),
    ...connectionProblems(draft, connected),
  ]
}

function previewProblems(draft: Draft, preview: Preview): Problem[] {
  const found = draft.channels.flatMap((channel) =>
    (preview[channel]?.warnings ?? []).map(({ code, message, field, fix }) => {
      const target = targetOfPath(field)
      return {
        key: `${channel} ${message}`,
        message,
        target: target && fix ? fixTarget(target, channel) : target,
        channel,
        isBlocking: isBlockingCode(code),
        fix,
        needsMedia: code === 'media_required',
      }
    }),
  )
  const isCrop = ({ fix }: Problem): boolean => fix === 'crop'
  const needsCrop = new Set(found.filter((each) => isCrop(each) && each.isBlocking).map(({ channel }) => channel))
  // That images of a carousel differ is said once each of them is accepted.
  return found.filter((each) => each.isBlocking || !isCrop(each) || !needsCrop.has(each.channel))
}

const overrideUrls = [
  { member: 'link', field: 'link', what: 'The link' },
  { member: 'cover_image_url', field: 'cover', what: 'The cover image' },
  { member: 'canonical_url', field: 'canonical', what: 'The canonical URL' },
] as const

/** Incomplete URLs. The server refuses them also in drafts. */
export function urlProblems(draft: Draft): Problem[] {
  const problem = (target: FieldTarget, what: string, isAtField = true): Problem => ({
    key: `${target.channel} ${what}`,
    message: `${what} is not a full URL. It must start with https://.`,
    target,
    channel: target.channel,
    isBlocking: true,
    isAtField,
  })
  // Media show it in their details only.
  const hasIncomplete = (slides: Draft['slides']): boolean =>
    slides.some(
      ({ media_url, swipe_through_url: link }) =>
        media_url.trim() !== '' && (!isUrl(media_url) || (link?.trim() && !isUrl(link))),
    )
  const { slides, destinationUrl, channels, overrides } = draft
  return [
    ...(hasIncomplete(slides) ? [problem({ channel: null, field: 'media' }, 'A media URL or its link', false)] : []),
    ...(destinationUrl.trim() && !isUrl(destinationUrl)
      ? [problem({ channel: null, field: 'destination' }, 'The link')]
      : []),
    ...channels
      .filter((channel) => hasIncomplete(overrides[channel]?.slides ?? []))
      .map((channel) =>
        problem({ channel, field: 'media' }, `A media URL or its link for ${channelNames[channel]}`, false),
      ),
    ...channels.flatMap((channel) =>
      overrideUrls
        .filter(({ member }) => overrides[channel]?.[member] && !isUrl(overrides[channel][member] ?? ''))
        .map(({ field, what }) => problem({ channel, field }, `${what} for ${channelNames[channel]}`)),
    ),
  ]
}

function connectionProblems({ channels }: Draft, connected: readonly ChannelId[]): Problem[] {
  return channels
    .filter((channel) => !connected.includes(channel))
    .map((channel) => ({
      key: `${channel} connection`,
      message: `${channelNames[channel]} is not connected. Connect an account or remove the channel. You can still save a draft.`,
      target: null,
      channel,
      isBlocking: true,
      fixScreen: 'connections' as const,
    }))
}

/** Whether the end of the pin is in the past. */
export function hasPinExpired({ isPinned, pinnedUntil, channels }: Draft, timeZone: string, now: Date): boolean {
  const until = isPinned && channels.includes('instagram') ? instantOf(pinnedUntil, timeZone) : null
  return until !== null && until <= now
}

const pinProblem: Problem = {
  key: 'pin',
  message: 'The pin ends in the past. Choose a later time or clear it.',
  target: { channel: 'instagram', field: 'pin' },
  channel: 'instagram',
  isBlocking: true,
  isAtField: true,
}

const timeMessages: Record<NonNullable<Findings['time']>, string> = {
  past: 'This time is in the past. Pick a later one.',
  unreadable: 'Fix the time: enter a date and time.',
}

const timeProblem = (message: string): Problem => ({
  key: 'time',
  message,
  target: { channel: null, field: 'time' },
  channel: null,
  isBlocking: true,
  isAtField: true,
})

/** Only scheduling needs a later time. */
export const isAboutTime = ({ key }: Problem): boolean => key === 'time'

const channelsProblem: Problem = {
  key: 'channels',
  message: 'Choose at least one channel.',
  target: { channel: null, field: 'channels' },
  channel: null,
  isBlocking: true,
}

/** A text field lists its own findings. The first comment has no list. */
const findingProblem = ({ channel, field, value, type, start }: VoiceFinding): Problem => ({
  key: `voice ${channel} ${field} ${type} ${start}`,
  message: `“${value}” ${explanationOf(type)}`,
  target: { channel, field },
  channel,
  isBlocking: true,
  isAtField: field !== 'comment',
})

/** What the server found in a save, one problem per text. */
export function voiceProblems(findings: readonly Pick<VoiceFinding, 'channel' | 'field'>[]): Problem[] {
  const texts = new Map(findings.map(({ channel, field }) => [`${channel} ${field}`, { channel, field }]))
  return [...texts.values()].map(({ channel, field }) => {
    const count = findings.filter((finding) => finding.channel === channel && finding.field === field).length
    const own = field === 'ask' ? 'The comment prompt' : 'The caption'
    const what = field === 'comment' ? 'The first comment' : 'The text'
    const text = channel ? `${what} for ${channelNames[channel]}` : own
    return {
      key: `voice ${channel} ${field}`,
      message: `${text} does not match the brand voice in ${plural(count, 'place')}.`,
      target: { channel, field },
      channel,
      isBlocking: true,
    }
  })
}
