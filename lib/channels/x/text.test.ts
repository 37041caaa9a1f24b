import { expect, test } from 'vitest'
import { ownText, theirText } from './text'

test('what X made of a text is known again', () => {
  const sent = 'Tea & <cake> at https://Example.com/a?b=1\n\nand example.org/'
  const listed =
    'Tea &amp; &lt;cake&gt; at https://t.co/aaaaaaaaaa\n\nand https://t.co/bbbbbbbbbb https://t.co/cccccccccc'
  const links = [
    { url: 'https://t.co/aaaaaaaaaa', expanded_url: 'https://example.com/a?b=1' },
    { url: 'https://t.co/bbbbbbbbbb', expanded_url: 'http://example.org' },
    { url: 'https://t.co/cccccccccc', expanded_url: 'https://x.com/me/status/1/photo/1', media_key: '3_1' },
  ]
  expect(theirText(listed, links)).toBe(ownText(sent))
})

test('two texts that differ in their links alone stay two', () => {
  const links = [{ url: 'https://t.co/aaaaaaaaaa', expanded_url: 'https://example.com/other' }]
  expect(theirText('Look https://t.co/aaaaaaaaaa', links)).not.toBe(ownText('Look https://example.com/one'))
})

test('composed and decomposed letters are one', () => {
  expect(theirText('Cafe\u0301', [])).toBe(ownText('Café'))
})
