import { expect, test } from 'vitest'
import { checkText, timesText } from './result-text'

const times = { posts: 68, posts_needed: 20, timezone: 'Europe/Berlin', result: 'found' } as const
const check = { kind: 'best_time', result: 'no_visible_difference' } as const

test('a time found for all channels together does not contradict the checks of single channels', () => {
  expect(timesText(times, true)).toBe(
    'Outlined times did better than your average, all channels together. 68 posts, Berlin time.',
  )
  expect(checkText(check, true)).toMatch(/The outlined times are for all channels together/)
  expect(checkText(check, false)).toBe('The time of posting makes no visible difference.')
  expect(checkText({ ...check, result: 'not_enough_posts' }, true)).toBe('Too few posts to compare.')
})
