import { expect, test } from 'vitest'
import type { ImportField } from '@/lib/import-content'
import { accountNames } from '../file/channel-names'
import { type RowContext, readRow } from './read-row'

const boards = new Map([['cakes', '123']])
const accounts = accountNames([{ channel: 'linkedin', account_name: 'Acme Bakery', handle: 'acme' }])

/** A row with these fields and cells. */
function read(cells: Partial<Record<ImportField, string>>, options: Partial<RowContext['options']> = {}) {
  const fields = Object.keys(cells) as ImportField[]
  return readRow(Object.values(cells), {
    header: fields.map((field) => field.toUpperCase()),
    fields,
    options: { timezone: 'Europe/Berlin', channels: ['x'], mode: 'schedule', date_order: 'auto', ...options },
    dateOrder: 'dmy',
    accounts,
    boards,
    pillarNames: { tips: 'Baking tips' },
  })
}

test('all members of a row', () => {
  const row = read({
    text: 'Fresh bread',
    date: '01/05/2026',
    time: '9:00 AM',
    channels: 'Instagram - Acme; @acme, Twitter',
    link: 'https://bread.example',
    media: 'https://bread.example/1.png,https://bread.example/a,b.png',
    alt_text: 'A loaf || Rolls',
    title: 'Bread',
    hashtags: '#bread',
    first_comment: 'Recipe below',
    pillar: 'Baking Tips',
    post_type: 'carousel',
  })
  expect(row).toEqual({
    story: {
      caption: 'Fresh bread',
      channels: ['instagram', 'x', 'linkedin'],
      title: 'Bread',
      hashtags: '#bread',
      destination_url: 'https://bread.example',
      content_type: 'tips',
      post_type: 'carousel',
      channel_overrides: {
        instagram: { first_comment: 'Recipe below' },
        x: { first_comment: 'Recipe below' },
        linkedin: { first_comment: 'Recipe below' },
      },
      slides: [
        { media_url: 'https://bread.example/1.png', alt_text: 'A loaf' },
        { media_url: 'https://bread.example/a,b.png', alt_text: 'Rolls' },
      ],
      scheduled_at_local: '2026-05-01T09:00:00',
      timezone: 'Europe/Berlin',
    },
    slideColumns: [
      { media: 'MEDIA', alt_text: 'ALT_TEXT' },
      { media: 'MEDIA', alt_text: 'ALT_TEXT' },
    ],
    isDraft: false,
    errors: [],
    warnings: [],
  })
})

test('numbered columns keep their alt texts, and columns of networks choose channels', () => {
  const row = readRow(['Bread', 'TRUE', '', 'FALSE', 'true', '', 'https://a.example/2.png', 'One', 'Two', 'TRUE'], {
    header: ['Text', 'Facebook', 'GBP', 'LinkedIn', 'TikTok', 'Picture 1', 'Picture 2', 'Alt 1', 'Alt 2', 'Draft'],
    fields: [
      ...(['text', 'on_facebook', 'on_other', 'on_linkedin', 'on_other', 'media', 'media'] as const),
      ...(['alt_text', 'alt_text', 'draft'] as const),
    ],
    options: { timezone: null, channels: [], mode: 'schedule', date_order: 'auto' },
    dateOrder: 'dmy',
    accounts,
    boards,
    pillarNames: {},
  })
  expect(row.story).toEqual({
    caption: 'Bread',
    channels: ['facebook'],
    slides: [{ media_url: 'https://a.example/2.png', alt_text: 'Two' }],
  })
  expect(row.isDraft).toBe(true)
  expect(row.slideColumns).toEqual([{ media: 'Picture 2', alt_text: 'Alt 2' }])
  expect(row.warnings).toMatchObject([
    { column: 'TikTok', field: 'on_other', message: 'TikTok is not supported. Ignored.' },
    { column: 'Alt 1', field: 'alt_text', message: 'No media for the alt text “One”. Ignored.' },
  ])
})

test.each<[Partial<Record<ImportField, string>>, string, string]>([
  [{ date: 'soon' }, 'DATE', '“soon” cannot be read as a date (day/month/year). Use a date and time such as'],
  [{ date: '46143.375' }, 'DATE', '“46143.375” is a number, not a date. Format the column as a date'],
  [{ date: '2026-05-01' }, 'DATE', 'The date has no time.'],
  [{ date: '2026-05-01', time: 'noon' }, 'TIME', '“noon” cannot be read as a time.'],
  [{ channels: 'Bebo' }, 'CHANNELS', '“Bebo” is not a channel or a connected account.'],
  [{ channels: 'TikTok' }, 'CHANNELS', 'TikTok is not supported. Use instagram,'],
  [{ on_other: 'TRUE' }, 'ON_OTHER', 'ON_OTHER is not supported. Use instagram,'],
])('%j is an error with its column', (cells, column, message) => {
  expect(read({ text: 'Bread', ...cells }).errors).toMatchObject([
    { column, message: expect.stringContaining(message) },
  ])
})

test.each<[Partial<Record<ImportField, string>>, string]>([
  [{ date: '' }, 'No date. Imported as a draft.'],
  [{ pillar: 'News, Baking tips' }, 'Not a pillar of this project: News. Ignored.'],
  [{ channels: 'ghost, x', first_comment: 'Hi' }, 'Pinterest and Ghost have no first comments. Ignored there.'],
  [{ post_type: 'hologram' }, '“hologram” is not a post type. Ignored.'],
  [{ channels: 'x, YouTube' }, 'YouTube is not supported. Ignored.'],
  [
    { channels: 'pinterest', board: 'Recipes' },
    'There is no Pinterest board “Recipes”. The default board is used, unless you choose one in the story.',
  ],
  [{ link: 'https://a.example, https://b.example' }, 'A story has one link. Ignored: https://b.example.'],
  [{ first_comment: 'Recipe || Shop' }, 'A post has one first comment. Ignored: Shop.'],
  [{ media: 'https://a.example/1.png', alt_text: 'One || Two' }, 'No media for the alt text “Two”. Ignored.'],
])('%j is a warning', (cells, message) => {
  const { errors, warnings } = read({ date: '2026-05-01 09:00', ...cells })
  expect([errors, warnings.map((warning) => warning.message)]).toEqual([[], [message]])
})

test('a time needs a zone; a row without channels needs default channels; drafts ignore times', () => {
  const date = { text: 'Bread', date: '2026-05-01 09:00' }
  expect(read(date, { timezone: null }).errors).toMatchObject([{ code: 'no_timezone' }])
  expect(read(date, { channels: [] }).errors).toMatchObject([{ code: 'no_channel', column: null }])
  expect(read({ text: 'Bread', date: 'soon' }, { mode: 'draft' })).toMatchObject({ isDraft: true, errors: [] })
})

test('a board is found by its name, for pins only', () => {
  const row = read({ text: 'Cake', channels: 'pinterest, x', board: 'CAKES', first_comment: 'Recipe below' })
  expect(row.story.channel_overrides).toEqual({ pinterest: { board_id: '123' }, x: { first_comment: 'Recipe below' } })
  const other = read({ text: 'Cake', date: '2026-05-01 09:00', channels: 'x', board: 'Album' })
  expect([other.story.channel_overrides, other.warnings]).toEqual([undefined, []])
})
