import { channelNames } from '@/components/channels/channel-names'
import { channelIds } from '@/lib/channels/ids'
import type { Draft, DraftOverride, DraftSlide } from './draft'

/** One field in which two versions of a story are not alike. */
export type Difference = {
  key: string
  label: string
  mine: string
  theirs: string
  changedBy: 'me' | 'them' | 'both'
  /** The first draft with this field of the second. */
  take: (into: Draft, from: Draft) => Draft
}

type Field = { key: string; label: string; say: (draft: Draft) => string; take: Difference['take'] }

const nothing = '(empty)'

const said = (text: string): string => text || nothing
const yes = (is: boolean): string => (is ? 'Yes' : 'No')

const sayOne = ({ media_url, alt_text, caption_overlay, swipe_through_url }: DraftSlide): string => {
  const beside = { 'alt text': alt_text, 'words on it': caption_overlay, link: swipe_through_url }
  return [media_url, ...Object.entries(beside).flatMap(([name, value]) => (value ? `${name}: ${value}` : []))].join(
    ' · ',
  )
}

const saySlides = (slides: readonly DraftSlide[]): string =>
  said(slides.map((slide, index) => `${index + 1}. ${sayOne(slide)}`).join('\n'))

const texts = {
  title: 'Title',
  caption: 'Caption',
  hashtags: 'Hashtags',
  destinationUrl: 'Link',
  commentAsk: 'Call for comments',
  utmCampaign: 'Campaign',
  utmContent: 'Content',
  utmTerm: 'Term',
} as const satisfies Partial<Record<keyof Draft, string>>

const storyFields: Field[] = [
  ...(Object.keys(texts) as (keyof typeof texts)[]).map(
    (name): Field => ({
      key: name,
      label: texts[name],
      say: (draft) => said(draft[name]),
      take: (into, from) => ({ ...into, [name]: from[name] }),
    }),
  ),
  {
    key: 'channels',
    label: 'Channels',
    say: ({ channels }) => said(channels.map((channel) => channelNames[channel]).join(', ')),
    take: (into, { channels }) => ({ ...into, channels }),
  },
  {
    key: 'slides',
    label: 'Pictures and films',
    say: ({ slides }) => saySlides(slides),
    take: (into, { slides }) => ({ ...into, slides }),
  },
  {
    key: 'postType',
    label: 'Post type',
    say: ({ postType }) => postType || 'post or carousel',
    take: (into, { postType }) => ({ ...into, postType }),
  },
  {
    key: 'isAskOnlyNoted',
    label: 'Call for comments is only noted',
    say: ({ isAskOnlyNoted }) => yes(isAskOnlyNoted),
    take: (into, { isAskOnlyNoted }) => ({ ...into, isAskOnlyNoted }),
  },
  {
    key: 'pin',
    label: 'Pin on Instagram',
    say: ({ isPinned, pinnedUntil }) => (isPinned ? `until ${pinnedUntil || 'it is taken off'}` : 'No'),
    take: (into, { isPinned, pinnedUntil }) => ({ ...into, isPinned, pinnedUntil }),
  },
  {
    key: 'localTime',
    label: 'Time',
    say: ({ localTime }) => said(localTime.replace('T', ' ')),
    take: (into, { localTime }) => ({ ...into, localTime }),
  },
]

const members = {
  caption: 'caption',
  description: 'description',
  hashtags: 'hashtags',
  slides: 'pictures and films',
  post_type: 'post type',
  alt_text: 'alt text',
  caption_format: 'thread',
  thread_separator: 'split at',
  board_id: 'board',
  board_section_id: 'board section',
  title: 'title',
  link: 'link',
  cover_image_url: 'cover picture',
  canonical_url: 'canonical address',
  status: 'status at the site',
  excerpt: 'excerpt',
  visibility: 'readers',
} as const satisfies Record<keyof DraftOverride, string>

const sayMember = (value: DraftOverride[keyof DraftOverride]): string => {
  if (value === undefined) return 'as for all channels'
  return typeof value === 'string' ? said(value) : saySlides(value)
}

const overrideFields: Field[] = channelIds.flatMap((channel) =>
  (Object.keys(members) as (keyof DraftOverride)[]).map(
    (member): Field => ({
      key: `${channel}.${member}`,
      label: `${channelNames[channel]}: ${members[member]}`,
      say: ({ overrides }) => sayMember(overrides[channel]?.[member]),
      take: (into, from) => {
        const { [member]: _, ...rest } = into.overrides[channel] ?? {}
        const taken = from.overrides[channel]?.[member]
        const own = taken === undefined ? rest : { ...rest, [member]: taken }
        return { ...into, overrides: { ...into.overrides, [channel]: own } }
      },
    }),
  ),
)

/** Every field in which the two are not alike, with who moved it away from what both began with. */
export function differencesOf(base: Draft, mine: Draft, theirs: Draft): Difference[] {
  return [...storyFields, ...overrideFields].flatMap(({ key, label, say, take }): Difference[] => {
    const [was, my, their] = [say(base), say(mine), say(theirs)]
    if (my === their) return []
    const changedBy = my === was ? 'them' : their === was ? 'me' : 'both'
    return [{ key, label, mine: my, theirs: their, changedBy, take }]
  })
}

export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

/** What each changed alone is kept; where both changed it, mine stands until the person says otherwise. */
export const firstChoices = (differences: readonly Difference[]): Choices =>
  Object.fromEntries(differences.map(({ key, changedBy }) => [key, changedBy === 'them' ? 'theirs' : 'mine']))

export const mergedBy = (differences: readonly Difference[], choices: Choices, mine: Draft, theirs: Draft): Draft =>
  differences.reduce((draft, { key, take }) => (choices[key] === 'theirs' ? take(draft, theirs) : draft), mine)
