import { expect, test } from 'vitest'
import { fromLittleText, toLittleText } from './little-text'

test('what means something in little text is escaped, and hashtags keep working', () => {
  expect(toLittleText('Hello (world) #tag')).toBe('Hello \\(world\\) #tag')
  expect(toLittleText('| { } @ [ ] ( ) < > \\ * _ ~')).toBe('\\| \\{ \\} \\@ \\[ \\] \\( \\) \\< \\> \\\\ \\* \\_ \\~')
  expect(toLittleText('#snake_case (#été) C# #1 a#b')).toBe('#snake\\_case \\(#été\\) C\\# \\#1 a\\#b')
})

test.each([
  'Hello (world) #tag',
  'a_b*c~d <e> {f} [g] @h |i| \\j',
  '#one#two ##three #4you',
  'line\n\n- item (1)\n#tag_with_underscores',
])('%j comes back as it was', (text) => {
  expect(fromLittleText(toLittleText(text))).toBe(text)
})

test('the long forms that LinkedIn gives back are read', () => {
  expect(fromLittleText('Hi @[Ann \\(A\\)](urn:li:person:1) {hashtag|\\#|tea}')).toBe('Hi Ann (A) #tea')
})
