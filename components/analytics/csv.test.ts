/** A file that every spreadsheet reads alike, and that none runs. */
import { expect, test } from 'vitest'
import { toCsv } from './csv'

const line = (...cells: (string | number | null)[]): string => toCsv([], [cells]).split('\r\n')[1] ?? ''

test('lines end as RFC 4180 has it, behind the mark of UTF-8', () => {
  expect(toCsv(['Story', 'Likes'], [['Brötchen', 3]])).toBe('\ufeffStory,Likes\r\nBrötchen,3\r\n')
})

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(toCsv(['a'], [['one, "two"\nthree']])).toBe('\ufeffa\r\n"one, ""two""\nthree"\r\n')
})

test('what was not reported is an empty cell and not a 0', () => {
  expect(line('x', null, 0)).toBe('x,,0')
})

test.each(['=1+1', '+1', '-1', '@sum', '\tx'])('a text that begins like a formula is none: %j', (text) => {
  expect(line(text)).toBe(`'${text}`)
})

test('one that begins with a carriage return neither', () => {
  expect(toCsv([], [['\r=1']])).toBe('\ufeff\r\n"\'\r=1"\r\n')
})

test('a negative number stays a number', () => {
  expect(line(-4, 0.5)).toBe('-4,0.5')
})
