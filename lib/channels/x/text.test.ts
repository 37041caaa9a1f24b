import { expect, test } from 'vitest'
import { ownText, theirText } from './text'

test('recognizes a text that X changed', () => {
  const sent = 'Tea & <cake> at https://Example.com/a?b=1\n\nand example.org/'
  const listed =
    'Tea &amp; &lt;cake&gt; at https://t.co/aaaaaaaaaa\n\nand https://t.co/bbbbbbbbbb https://t.co/cccccccccc'
  const links = [
    { url: 'https://t.co/aaaaaaaaaa', expanded_url: 'https://example.com/a?b=1' },
    { url: 'https://t.co/bbbbbbbbbb', expanded_url: 'http://example.org' },
    { url: 'https://t.co/cccccccccc', expanded_url: 'https://x.com/me/status/1/photo/1', media_key: '3_1' },
  ]
  expect(theirText(listed, links, 1)).toBe(ownText(sent))
})

test('texts with different links are different', () => {
  const links = [{ url: 'https://t.co/aaaaaaaaaa', expanded_url: 'https://example.com/other' }]
  expect(theirText('Look https://t.co/aaaaaaaaaa', links, 0)).not.toBe(ownText('Look https://example.com/one'))
})

test('composed and decomposed letters are equal', () => {
  expect(theirText('Cafe\u0301', [], 0)).toBe(ownText('Café'))
})

test.each([
  ['a URL copied from HTML', 'See https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&amp;b=2'],
  ['a URL that X returns escaped', 'See https://example.com/?a=1&b=2', 'https://example.com/?a=1&amp;b=2'],
  ['a link to someone’s image', 'See https://x.com/them/status/1/photo/1', 'https://x.com/them/status/1/photo/1'],
])('recognizes %s', (_, sent, expanded_url) => {
  const links = [{ url: 'https://t.co/aaaaaaaaaa', expanded_url }]
  expect(theirText('See https://t.co/aaaaaaaaaa', links, 0)).toBe(ownText(sent))
})

test('removes the link that X appended, not other links to images', () => {
  const links = [
    { url: 'https://t.co/aaaaaaaaaa', expanded_url: 'https://x.com/them/status/1/photo/1' },
    { url: 'https://t.co/bbbbbbbbbb', expanded_url: 'https://x.com/me/status/2/photo/1' },
  ]
  const listed = 'See https://t.co/aaaaaaaaaa https://t.co/bbbbbbbbbb'
  expect(theirText(listed, links, 1)).toBe(ownText('See https://x.com/them/status/1/photo/1'))
})

test('ignores differences in what counts as a link', () => {
  const newer = 'https://Shop.newestdomain/a'
  const links = [{ url: 'https://t.co/aaaaaaaaaa', expanded_url: newer }]
  expect(theirText('See https://t.co/aaaaaaaaaa now', links, 0)).toBe(ownText(`See ${newer} now`))
  expect(theirText('See https://Example.com/a now', [], 0)).toBe(ownText('See https://example.com/a now'))
})
