import type { z } from 'zod'
import { channelNames } from '@/components/channels/channel-names'
import { issueSentence } from '@/components/errors/form-issues'
import { instantOf } from '@/components/time/zoned'
import { ApiError } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channels/ids'
import type { Lint, Preflight } from '@/lib/stories/resource-contract'
import { isBlockingCode } from '@/lib/stories/warning-codes'
import { type Draft, isUrl } from './draft'
import { type FieldName, type Place, placeOfPath } from './fields'
import type { Preview } from './use-preview'
import { ownOf, type VoiceFinding } from './voice'

/** Something to mend, and where. `isBlocking` keeps the story from being scheduled. */
export type Problem = {
  key: string
  message: string
  place: Place | null
  channel: ChannelId | null
  isBlocking: boolean
  /** The server refuses to save even a draft with it. */
  isUnsavable?: boolean
  /** The remedy is on another screen. */
  leadsTo?: 'connections'
}

function previewProblems(draft: Draft, preview: Preview): Problem[] {
  return draft.channels.flatMap((channel) =>
    (preview[channel]?.warnings ?? []).map(({ code, message, field }) => ({
      key: `${channel} ${message}`,
      message,
      place: placeOfPath(field),
      channel,
      isBlocking: isBlockingCode(code),
    })),
  )
}

/** Addresses that a channel's own version may have. */
const ownAddresses = [
  { member: 'link', field: 'link', what: 'The link' },
  { member: 'cover_image_url', field: 'cover', what: 'The cover picture' },
  { member: 'canonical_url', field: 'canonical', what: 'The canonical address' },
] as const

function addressProblems(draft: Draft): Problem[] {
  const problem = (place: Place, what: string): Problem => ({
    key: `${place.channel} ${what}`,
    message: `${what} is not a whole address. It starts with https://.`,
    place,
    channel: place.channel,
    isBlocking: true,
  })
  const unfinished = (slides: Draft['slides']): boolean =>
    slides.some(
      ({ media_url, swipe_through_url: link }) =>
        media_url.trim() !== '' && (!isUrl(media_url) || (link?.trim() && !isUrl(link))),
    )
  return [
    ...(unfinished(draft.slides) ? [problem({ channel: null, field: 'media' }, 'One of the media, or its link,')] : []),
    ...(draft.destinationUrl.trim() && !isUrl(draft.destinationUrl)
      ? [problem({ channel: null, field: 'destination' }, 'The link')]
      : []),
    ...draft.channels
      .filter((channel) => unfinished(draft.overrides[channel]?.slides ?? []))
      .map((channel) =>
        problem({ channel, field: 'media' }, `One of the media for ${channelNames[channel]}, or its link,`),
      ),
    ...draft.channels.flatMap((channel) =>
      ownAddresses
        .filter(({ member }) => draft.overrides[channel]?.[member] && !isUrl(draft.overrides[channel][member] ?? ''))
        .map(({ field, what }) => problem({ channel, field }, `${what} for ${channelNames[channel]}`)),
    ),
  ]
}

function connectionProblems({ channels }: Draft, connected: readonly ChannelId[]): Problem[] {
  return channels
    .filter((channel) => !connected.includes(channel))
    .map((channel) => ({
      key: `${channel} connection`,
      message: `${channelNames[channel]} is not connected. A draft can be saved; to schedule it, connect an account or leave ${channelNames[channel]} out.`,
      place: null,
      channel,
      isBlocking: true,
      leadsTo: 'connections' as const,
    }))
}

/** Whether a pin was given an end that has passed. */
export function isPinOver({ isPinned, pinnedUntil, channels }: Draft, timeZone: string, now: Date): boolean {
  const until = isPinned && channels.includes('instagram') ? instantOf(pinnedUntil, timeZone) : null
  return until !== null && until <= now
}

const pinProblem: Problem = {
  key: 'pin',
  message: 'The pin ends in the past. Choose a later time, or none.',
  place: { channel: 'instagram', field: 'pin' },
  channel: 'instagram',
  isBlocking: true,
}

/** One line for each text: word by word it is told beneath the text itself. */
function voiceProblems(findings: readonly Pick<VoiceFinding, 'channel'>[]): Problem[] {
  const texts = new Set(findings.map(({ channel }) => channel))
  return [...texts].map((channel) => {
    const count = findings.filter((finding) => finding.channel === channel).length
    const text = channel ? `The text for ${channelNames[channel]}` : 'The caption'
    return {
      key: `voice ${channel}`,
      message: `${text} breaks the brand voice in ${count === 1 ? 'one place' : `${count} places`}.`,
      place: { channel, field: 'caption' },
      channel,
      isBlocking: true,
    }
  })
}

type Findings = {
  preview: Preview
  connected: readonly ChannelId[]
  isPinOver: boolean
  voice: readonly VoiceFinding[]
}

/** What is to mend before anything was sent. An empty page has no problems yet. */
export function problemsOf(draft: Draft, { preview, connected, isPinOver, voice }: Findings): Problem[] {
  const isEmpty = draft.caption.trim() === '' && draft.slides.length === 0
  return [
    ...addressProblems(draft),
    ...(isPinOver ? [pinProblem] : []),
    ...voiceProblems(voice),
    ...(isEmpty ? [] : previewProblems(draft, preview)),
    ...connectionProblems(draft, connected),
  ]
}

const labels: Record<FieldName, string> = {
  title: 'The title',
  caption: 'The caption',
  hashtags: 'The list of hashtags',
  media: 'The address of a medium',
  alt: 'The alt text',
  destination: 'The link',
  link: 'The link',
  type: 'The post type',
  channels: 'The list of channels',
  time: 'The time',
  ask: 'The call for comments',
  campaign: 'The campaign',
  content: 'The content',
  term: 'The term',
  pin: 'The pin',
  board: 'The board',
  section: 'The board section',
  cover: 'The cover picture',
  separator: 'The separator',
  status: 'What becomes of it at the site',
  visibility: 'The choice of readers',
  canonical: 'The canonical address',
  excerpt: 'The excerpt',
}

/** Each once: what the server refuses was mostly told before it was asked, by the preview in the same words. */
export function joined(found: readonly Problem[], refused: readonly Problem[]): Problem[] {
  const isSame = (one: Problem, other: Problem): boolean => one.key === other.key || one.message === other.message
  const told = found.map((problem) => {
    const isUnsavable = refused.some((other) => other.isUnsavable === true && isSame(problem, other))
    return isUnsavable ? { ...problem, isUnsavable } : problem
  })
  return [...told, ...refused.filter((problem) => !found.some((other) => isSame(problem, other)))]
}

/** What keeps a draft from being saved. */
export const savingProblems = (error: unknown): Problem[] =>
  refusalProblems(error).map((problem) => ({ ...problem, isUnsavable: true }))

/** What the server refused, fault by fault. Empty when it named none. */
export function refusalProblems(error: unknown): Problem[] {
  if (!(error instanceof ApiError)) return []
  const issues = error.issues.map(({ path, message, channel }) => {
    const place = placeOfPath(path)
    const sentence = place ? issueSentence(message, labels[place.field]) : `${path}: ${message}`
    return {
      key: `${path} ${message}`,
      message: sentence,
      place,
      channel: channel ?? place?.channel ?? null,
      isBlocking: true,
    }
  })
  return [...issues, ...lintProblems(error), ...preflightProblems(error)]
}

function lintProblems({ extra }: ApiError): Problem[] {
  const lint = extra.lint as z.output<typeof Lint> | undefined
  return voiceProblems((lint?.violations ?? []).map(({ channel }) => ({ channel: ownOf(channel) })))
}

function preflightProblems({ extra }: ApiError): Problem[] {
  const preflight = extra.preflight as z.output<typeof Preflight> | undefined
  return [...(preflight?.missing ?? []), ...(preflight?.expired ?? [])].map((channel) => ({
    key: `${channel} connection`,
    message: preflight?.expired.includes(channel)
      ? `The access to ${channelNames[channel]} has ended. Reconnect the account, or leave the channel out.`
      : `${channelNames[channel]} is not connected. Connect an account, or leave the channel out.`,
    place: null,
    channel,
    isBlocking: true,
    leadsTo: 'connections' as const,
  }))
}

/** Fewer letters are not worth a draft of their own yet. */
const meaningful = 3

/** Why the server would not take this draft at all, in words that follow “Not saved:”. Null when it would. */
export function obstacleOf(draft: Draft, isOnServer: boolean): string | null {
  const letters = draft.caption.trim().length
  if (letters < (isOnServer ? 1 : meaningful)) return 'a story begins with a caption.'
  if (draft.channels.length === 0) return 'choose a channel first.'
  return addressProblems(draft).length > 0 ? 'an address is not whole yet.' : null
}
