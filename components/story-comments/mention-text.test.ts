import { expect, test } from 'vitest'
import { matchesOf, mentionAt, storedText, typedText } from './mention-text'

const ana = { user_id: '00000000-0000-4000-8000-000000000001', name: 'Ana' }
const rossi = { user_id: '00000000-0000-4000-8000-000000000002', name: 'Ana Rossi' }
const members = [ana, rossi]

test('names after an @ become ids and back, the longest name first', () => {
  const typed = '@Ana Rossi and @Ana: not @Anabel, mail@Ana or Ana'
  const stored = `<@${rossi.user_id}> and <@${ana.user_id}>: not @Anabel, mail@Ana or Ana`
  expect(storedText(typed, members)).toBe(stored)
  expect(typedText(stored, members)).toBe(typed)
})

test.each([
  ['Hi @', 4, { start: 3, word: '' }],
  ['@Ana Ro', 7, { start: 0, word: 'Ana Ro' }],
  ['(@An', 4, { start: 1, word: 'An' }],
  ['mail@ana', 8, null],
  ['@Ana Rossi is here', 18, null],
])('“%s” up to %i mentions %j', (text, caret, expected) => expect(mentionAt(text, caret)).toEqual(expected))

test('any word of a name is found', () => {
  expect(matchesOf(members, 'ros')).toEqual([rossi])
  expect(matchesOf(members, 'ana')).toEqual(members)
  expect(matchesOf(members, 'x')).toEqual([])
})
