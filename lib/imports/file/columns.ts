import { type ImportField, type ImportSource, repeatableFields } from '@/lib/import-content'

/**
 * Columns of the bulk upload files of each product, by normalised name (`nameOf`). A file belongs to the first product
 * whose `needs` are all there. Later has no upload format of its own: its columns are those of spreadsheets made for it.
 */
type Product = { source: ImportSource; needs: readonly string[]; columns: Record<string, ImportField | null> }

const numbered = (name: (number: number) => string, field: ImportField): Record<string, ImportField> =>
  Object.fromEntries(Array.from({ length: 10 }, (_, index) => [name(index + 1), field]))

const products: readonly Product[] = [
  {
    source: 'storycast',
    needs: ['text', 'channels', 'media urls'],
    columns: {
      text: 'text',
      date: 'date',
      time: 'time',
      channels: 'channels',
      link: 'link',
      'media urls': 'media',
      'alt texts': 'alt_text',
      title: 'title',
      hashtags: 'hashtags',
      pillar: 'pillar',
      'post type': 'post_type',
    },
  },
  {
    source: 'metricool',
    needs: ['text', 'date', 'time', 'picture url 1'],
    columns: {
      text: 'text',
      date: 'date',
      time: 'time',
      draft: 'draft',
      facebook: 'on_facebook',
      'twitter x': 'on_x',
      linkedin: 'on_linkedin',
      instagram: 'on_instagram',
      pinterest: 'on_pinterest',
      threads: 'on_threads',
      gbp: 'on_other',
      tiktok: 'on_other',
      youtube: 'on_other',
      bluesky: 'on_other',
      ...numbered((number) => `picture url ${number}`, 'media'),
      ...numbered((number) => `alt text picture ${number}`, 'alt_text'),
      'instagram post type': 'post_type',
      'pinterest pin link': 'link',
      'pinterest pin title': 'title',
      'first comment text': 'first_comment',
    },
  },
  {
    source: 'publer',
    needs: ['date', 'text', 'links', 'media urls'],
    columns: {
      date: 'date',
      text: 'text',
      links: 'link',
      'media urls': 'media',
      title: 'title',
      labels: 'pillar',
      'alt texts': 'alt_text',
      comments: 'first_comment',
      'post subtype': 'post_type',
      'pin board fb album or google category': 'board',
      cta: null,
      reminder: null,
    },
  },
  {
    source: 'buffer',
    needs: ['text', 'posting time'],
    columns: {
      text: 'text',
      'image url': 'media',
      tags: 'pillar',
      'posting time': 'date',
      link: 'link',
      'alt text': 'alt_text',
      'board name': 'board',
    },
  },
  {
    source: 'hootsuite',
    needs: ['date', 'message', 'link'],
    columns: {
      date: 'date',
      message: 'text',
      link: 'link',
      'image link': 'media',
      ...numbered((number) => `image link ${number}`, 'media'),
    },
  },
  {
    source: 'later',
    needs: ['caption', 'scheduled time', 'profile'],
    columns: {
      caption: 'text',
      'scheduled time': 'date',
      profile: 'channels',
      'media url': 'media',
      link: 'link',
      'alt text': 'alt_text',
      'first comment': 'first_comment',
    },
  },
]

/** Other usual names, of every product's exports and of own spreadsheets. */
const usualNames: Record<ImportField, readonly string[]> = {
  text: [
    'text',
    'caption',
    'message',
    'post',
    'content',
    'copy',
    'body',
    'post text',
    'description',
    'tweet',
    'update',
  ],
  date: [
    ...['date', 'posting time', 'scheduled at', 'scheduled time', 'scheduled date', 'schedule', 'scheduled for'],
    ...['publish date', 'publish time', 'publish at', 'date time', 'datetime', 'post date', 'posting date', 'day'],
    ...['post at specific time', 'postatspecifictime', 'schedule date', 'date and time'],
  ],
  time: ['time', 'hour', 'post time', 'time of day'],
  channels: [
    ...['channels', 'channel', 'platform', 'platforms', 'network', 'networks', 'accounts', 'account', 'profile'],
    ...['profiles', 'social profile', 'social profiles', 'social network', 'social networks'],
  ],
  link: ['link', 'links', 'url', 'destination url', 'link url', 'pin link', 'website'],
  media: [
    ...['media', 'media url', 'media urls', 'image', 'images', 'image url', 'image urls', 'imageurls', 'image link'],
    ...['picture', 'picture url', 'photo', 'photo url', 'photo video', 'video', 'video url', 'video urls', 'videourl'],
    ...numberedNames(['media url', 'media', 'image', 'image url', 'image link', 'picture url', 'photo']),
  ],
  alt_text: ['alt text', 'alt texts', 'image alt text', 'alt', ...numberedNames(['alt text', 'alt text picture'])],
  title: ['title', 'headline', 'pin title', 'post title'],
  hashtags: ['hashtags', 'hashtag'],
  pillar: ['pillar', 'labels', 'label', 'tags', 'tag', 'category', 'content type', 'topic', 'campaign'],
  board: ['board', 'board name', 'pinterest board', 'pinterest board name', 'pin board'],
  post_type: ['post type', 'type', 'format', 'placement', 'post subtype', 'instagram post type'],
  draft: ['draft', 'is draft'],
  first_comment: ['first comment', 'first comment text', 'comments', 'comment', 'instagram first comment'],
  on_instagram: ['instagram'],
  on_facebook: ['facebook'],
  on_x: ['x', 'twitter', 'twitter x'],
  on_linkedin: ['linkedin'],
  on_pinterest: ['pinterest'],
  on_ghost: ['ghost'],
  on_threads: ['threads'],
  on_other: ['tiktok', 'youtube', 'bluesky', 'gbp', 'google business', 'google business profile', 'mastodon'],
}

function numberedNames(names: readonly string[]): string[] {
  return names.flatMap((name) => Array.from({ length: 10 }, (_, index) => `${name} ${index + 1}`))
}

const fieldByName = new Map(
  Object.entries(usualNames).flatMap(([field, names]) => names.map((name) => [name, field as ImportField] as const)),
)

/** A column name without case, punctuation and explanations: `Link(s) - Separated by comma` is `links`. */
export const nameOf = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+-\s.*$/s, '')
    .replaceAll('(s)', 's')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether a first row names its columns. */
export const isKnownHeader = (cells: readonly string[]): boolean => cells.some((cell) => fieldByName.has(nameOf(cell)))

/** The product that a file is from, and the field of each column. Null: not imported. */
export function recogniseColumns(header: readonly string[]): {
  source: ImportSource
  fields: (ImportField | null)[]
} {
  const names = header.map(nameOf)
  const product = products.find(({ needs }) => needs.every((name) => names.includes(name)))
  const used = new Set<ImportField>()
  const fields = names.map((name) => {
    const known = product?.columns[name]
    const field = known === undefined ? (fieldByName.get(name) ?? null) : known
    if (field === null || (used.has(field) && !repeatableFields.has(field))) return null
    used.add(field)
    return field
  })
  return { source: product?.source ?? 'unknown', fields }
}

/** Hootsuite's files have no header: date and time, text, link, and image links. */
export const hootsuiteFields = (columns: number): (ImportField | null)[] =>
  Array.from({ length: columns }, (_, index) => (['date', 'text', 'link'] as const)[index] ?? 'media')
