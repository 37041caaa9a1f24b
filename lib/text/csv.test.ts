import { expect, test } from 'vitest'
import { toCsv } from './csv'

const line = (...cells: (string | number | null)[]): string => toCsv([], [cells]).split('\r\n')[1] ?? ''

test('starts with a BOM and ends lines with CRLF (RFC 4180)', () => {
  expect(toCsv(['Story', 'Likes'], [['Brötchen', 3]])).toBe('\ufeffStory,Likes\r\nBrötchen,3\r\n')
})

test('quotes cells with commas, quotes and line breaks', () => {
  expect(toCsv(['a'], [['one, "two"\nthree']])).toBe('\ufeffa\r\n"one, ""two""\nthree"\r\n')
})

test('null is an empty cell, not 0', () => {
  expect(line('x', null, 0)).toBe('x,,0')
})

test.each(['=1+1', '+1', '-1', '@sum', '\tx'])('escapes text that starts like a formula: %j', (text) => {
  expect(line(text)).toBe(`'${text}`)
})

test('escapes text that starts with a carriage return', () => {
  expect(toCsv([], [['\r=1']])).toBe('\ufeff\r\n"\'\r=1"\r\n')
})

test('a negative number stays a number', () => {
  expect(line(-4, 0.5)).toBe('-4,0.5')
})
