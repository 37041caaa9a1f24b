import { channelNames } from '@/components/channels/channel-names'
import { channelIds } from '@/lib/channel-ids'
import type { Draft, DraftOverride, DraftSlide } from '../draft/draft'

/** A field in which two versions of a story differ. */
export type Difference = {
  key: string
  label: string
  mine: string
  theirs: string
  changedBy: 'me' | 'them' | 'both'
  /** Copies the field into a draft. */
  copy: (into: Draft, from: Draft) => Draft
}

/** `format` returns the text that is shown and compared. */
type Field = { key: string; label: string; format: (draft: Draft) => string; copy: Difference['copy'] }

const orEmpty = (text: string): string => text || '(empty)'
const yesNo = (isYes: boolean): string => (isYes ? 'Yes' : 'No')

const formatSlide = ({ media_url, alt_text, caption_overlay, swipe_through_url }: DraftSlide): string => {
  const details = { 'alt text': alt_text, 'overlay text': caption_overlay, link: swipe_through_url }
  return [media_url, ...Object.entries(details).flatMap(([name, value]) => (value ? `${name}: ${value}` : []))].join(
    ' · ',
  )
}

const formatSlides = (slides: readonly DraftSlide[]): string =>
  orEmpty(slides.map((slide, index) => `${index + 1}. ${formatSlide(slide)}`).join('\n'))

const texts = {
  title: 'Title',
  caption: 'Caption',
  hashtags: 'Hashtags',
  destinationUrl: 'Link',
  contentType: 'Pillar',
  commentAsk: 'Comment prompt',
  utmCampaign: 'Campaign',
  utmContent: 'Content',
  utmTerm: 'Term',
} as const satisfies Partial<Record<keyof Draft, string>>

const storyFields: Field[] = [
  ...(Object.keys(texts) as (keyof typeof texts)[]).map(
    (name): Field => ({
      key: name,
      label: texts[name],
      format: (draft) => orEmpty(draft[name]),
      copy: (into, from) => ({ ...into, [name]: from[name] }),
    }),
  ),
  {
    key: 'channels',
    label: 'Channels',
    format: ({ channels }) => orEmpty(channels.map((channel) => channelNames[channel]).join(', ')),
    copy: (into, { channels }) => ({ ...into, channels }),
  },
  {
    key: 'slides',
    label: 'Media',
    format: ({ slides }) => formatSlides(slides),
    copy: (into, { slides }) => ({ ...into, slides }),
  },
  {
    key: 'postType',
    label: 'Post type',
    format: ({ postType }) => postType || 'post or carousel',
    copy: (into, { postType }) => ({ ...into, postType }),
  },
  {
    key: 'isAskOnlyNoted',
    label: 'Comment prompt as a note only',
    format: ({ isAskOnlyNoted }) => yesNo(isAskOnlyNoted),
    copy: (into, { isAskOnlyNoted }) => ({ ...into, isAskOnlyNoted }),
  },
  {
    key: 'pin',
    label: 'Pin on Instagram',
    format: ({ isPinned, pinnedUntil }) =>
      isPinned ? (pinnedUntil ? `Until ${pinnedUntil.replace('T', ' ')}` : 'No end') : 'No',
    copy: (into, { isPinned, pinnedUntil }) => ({ ...into, isPinned, pinnedUntil }),
  },
  {
    key: 'localTime',
    label: 'Time',
    format: ({ localTime }) => orEmpty(localTime.replace('T', ' ')),
    copy: (into, { localTime }) => ({ ...into, localTime }),
  },
]

const members = {
  caption: 'caption',
  description: 'description',
  hashtags: 'hashtags',
  slides: 'media',
  post_type: 'post type',
  alt_text: 'alt text',
  first_comment: 'first comment',
  caption_format: 'thread',
  thread_separator: 'separator',
  board_id: 'board',
  board_section_id: 'board section',
  title: 'title',
  link: 'link',
  cover_image_url: 'cover image',
  canonical_url: 'canonical URL',
  status: 'status on the site',
  excerpt: 'excerpt',
  visibility: 'visibility',
} as const satisfies Record<keyof DraftOverride, string>

const formatMember = (value: DraftOverride[keyof DraftOverride]): string => {
  if (value === undefined) return 'same as all channels'
  return typeof value === 'string' ? orEmpty(value) : formatSlides(value)
}

const overrideFields: Field[] = channelIds.flatMap((channel) =>
  (Object.keys(members) as (keyof DraftOverride)[]).map(
    (member): Field => ({
      key: `${channel}.${member}`,
      label: `${channelNames[channel]}: ${members[member]}`,
      format: ({ overrides }) => formatMember(overrides[channel]?.[member]),
      copy: (into, from) => {
        const { [member]: _, ...rest } = into.overrides[channel] ?? {}
        const taken = from.overrides[channel]?.[member]
        const own = taken === undefined ? rest : { ...rest, [member]: taken }
        return { ...into, overrides: { ...into.overrides, [channel]: own } }
      },
    }),
  ),
)

/** The fields that differ, and who changed them since the common base. */
export function differencesOf(base: Draft, mine: Draft, theirs: Draft): Difference[] {
  return [...storyFields, ...overrideFields].flatMap(({ key, label, format, copy }): Difference[] => {
    const [was, my, their] = [format(base), format(mine), format(theirs)]
    if (my === their) return []
    const changedBy = my === was ? 'them' : their === was ? 'me' : 'both'
    return [{ key, label, mine: my, theirs: their, changedBy, copy }]
  })
}

export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

/** Preselects the version with the change. If both changed a field, mine is preselected. */
export const initialChoices = (differences: readonly Difference[]): Choices =>
  Object.fromEntries(differences.map(({ key, changedBy }) => [key, changedBy === 'them' ? 'theirs' : 'mine']))

export const mergeDrafts = (differences: readonly Difference[], choices: Choices, mine: Draft, theirs: Draft): Draft =>
  differences.reduce((draft, { key, copy }) => (choices[key] === 'theirs' ? copy(draft, theirs) : draft), mine)
