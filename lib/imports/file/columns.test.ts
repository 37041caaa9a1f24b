import { expect, test } from 'vitest'
import type { ImportField, ImportSource } from '@/lib/import-content'
import { recogniseColumns } from './columns'

const publer =
  'Date - Intl. format or prompt|Text|Link(s) - Separated by comma for FB carousels|Media URL(s) - Separated by comma|' +
  'Title - For the video, pin, PDF ..|Label(s) - Separated by comma|Alt text(s) - Separated by ||Comment(s) - Separated by ||' +
  'Pin board, FB album, or Google category|Post subtype - I.e. story, reel, PDF ..|CTA - For Facebook links or Google|Reminder'

test.each<[ImportSource, string, (ImportField | null)[]]>([
  [
    'storycast',
    'text|date|time|channels|link|media_urls|alt_texts|title|hashtags|pillar|post_type',
    [
      ...(['text', 'date', 'time', 'channels', 'link', 'media', 'alt_text', 'title', 'hashtags'] as const),
      ...(['pillar', 'post_type'] as const),
    ],
  ],
  ['buffer', 'Text|Image URL|Tags|Posting Time|Board Name', ['text', 'media', 'pillar', 'date', 'board']],
  ['hootsuite', 'Date|Message|Link|Image link 1|Image link 2', ['date', 'text', 'link', 'media', 'media']],
  [
    'later',
    'Profile|Caption|Media URL|Scheduled Time|First Comment',
    ['channels', 'text', 'media', 'date', 'first_comment'],
  ],
  [
    'publer',
    publer.replaceAll('||', '|'),
    [
      ...(['date', 'text', 'link', 'media', 'title', 'pillar', 'alt_text', 'first_comment', 'board'] as const),
      ...(['post_type', null, null] as const),
    ],
  ],
  [
    'metricool',
    'Text|Date|Time|Draft|Facebook|Twitter/X|GBP|TikTok|Picture Url 1|Picture Url 10|Alt text picture 1|First Comment Text|TikTok Title',
    [
      ...(['text', 'date', 'time', 'draft', 'on_facebook', 'on_x', 'on_other', 'on_other', 'media', 'media'] as const),
      ...(['alt_text', 'first_comment', null] as const),
    ],
  ],
  ['unknown', 'Caption|Publish date|Platform|Photo 1|Budget', ['text', 'date', 'channels', 'media', null]],
])('recognises the columns of %s', (source, header, fields) => {
  expect(recogniseColumns(header.split('|'))).toEqual({ source, fields })
})

test('the first of two columns for the same field is used', () => {
  expect(recogniseColumns(['Caption', 'Text', 'Image', 'Video']).fields).toEqual(['text', null, 'media', 'media'])
})
