import { expect, test } from 'vitest'
import { slotsText } from './slots-text'

const zone = { timeZone: 'UTC', locale: 'en-GB' }

test('names the one time of all channels, or the first and the last', () => {
  const [friday, monday] = ['2026-11-27T09:00:00.000Z', '2026-11-30T12:30:00.000Z']
  expect(slotsText([], zone)).toBe('')
  expect(slotsText([friday, friday], zone)).toBe(': Fri 27 Nov, 9:00')
  expect(slotsText([monday, friday, friday], zone)).toBe(': 3 channels, 27 Nov, 9:00 – 30 Nov, 12:30')
})
