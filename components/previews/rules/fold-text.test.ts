import { expect, test } from 'vitest'
import { foldText } from './fold-text'

const fold = { characters: 20, lines: 2 }

test.each([
  ['', null],
  ['Twenty characters ok', null],
  ['One line\nand another', null],
  // Nothing but white space would be hidden.
  ['Twenty characters ok \n\n', null],
])('shows all of %j', (text, expected) => {
  expect(foldText(text, fold)).toBe(expected)
})

test.each([
  ['twenty-one characters', 'The oven is on, and it smells', 'The oven is on, and'],
  ['the third line', 'One\nTwo\nThree', 'One\nTwo'],
  ['the end of a sentence, without its dot', 'Slow mornings, ends. Two', 'Slow mornings, ends'],
  ['an empty line counts', 'One\n\nTwo', 'One'],
  ['a word longer than the text', 'Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahr'],
  ['whichever comes first', 'A long first line of text\nTwo\nThree', 'A long first line of'],
])('cuts at %s', (_, text, shown) => {
  expect(foldText(text, fold)).toBe(shown)
})

test('does not split an emoji, which counts once', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(foldText(family.repeat(20), fold)).toBeNull()
  expect(foldText(family.repeat(21), fold)).toBe(family.repeat(20))
})

test('null shows all', () => {
  expect(foldText('a'.repeat(10_000), null)).toBeNull()
})
