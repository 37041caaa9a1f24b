import { expect, test } from 'vitest'
import { fromLittleText, toLittleText } from './little-text'

test('special characters are escaped, except the # of hashtags', () => {
  expect(toLittleText('Hello (world) #tag')).toBe('Hello \\(world\\) #tag')
  expect(toLittleText('| { } @ [ ] ( ) < > \\ * _ ~')).toBe('\\| \\{ \\} \\@ \\[ \\] \\( \\) \\< \\> \\\\ \\* \\_ \\~')
  expect(toLittleText('#snake_case (#été) C# #1 a#b')).toBe('#snake\\_case \\(#été\\) C\\# \\#1 a\\#b')
})

test.each([
  'Hello (world) #tag',
  'a_b*c~d <e> {f} [g] @h |i| \\j',
  '#one#two ##three #4you',
  'line\n\n- item (1)\n#tag_with_underscores',
])('%j survives escaping and unescaping', (text) => {
  expect(fromLittleText(toLittleText(text))).toBe(text)
})

test('mentions and hashtags in LinkedIn’s long form are parsed', () => {
  expect(fromLittleText('Hi @[Ann \\(A\\)](urn:li:person:1) {hashtag|\\#|tea}')).toBe('Hi Ann (A) #tea')
})
