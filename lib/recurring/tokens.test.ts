import { expect, test } from 'vitest'
import { fillTokens } from './tokens'

const slot = new Date('2026-12-31T23:30:00Z')
const facts = { slot, timezone: 'Europe/Berlin', pillarName: 'Behind the scenes', contentType: 'bts' }

test.each([
  ['{{date}}', '2027-01-01'],
  ['{{year}}-{{month}}-{{day}}', '2027-01-01'],
  ['{{weekday}}, {{weekday_short}}, {{month_long}}', 'Friday, Fri, January'],
  ['{{pillar}} / {{content_type}}', 'Behind the scenes / bts'],
  ['{{ Weekday }}', 'Friday'],
  ['{{link}} {{dates}} {weekday}', '{{link}} {{dates}} {weekday}'],
])('%s is filled in by the date in the zone', (text, expected) => expect(fillTokens(text, facts)).toBe(expected))

test('values are not filled in again, and a missing pillar falls back to the content type', () => {
  expect(fillTokens('{{pillar}}', { ...facts, pillarName: '{{date}}' })).toBe('{{date}}')
  expect(fillTokens('{{pillar}}', { ...facts, pillarName: null })).toBe('bts')
  expect(fillTokens('[{{pillar}}{{content_type}}]', { ...facts, pillarName: null, contentType: null })).toBe('[]')
})
