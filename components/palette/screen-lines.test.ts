import { expect, test } from 'vitest'
import { matchScore } from './match-score'
import { furtherScreens, mainScreens, settingsScreens } from './screen-lines'

const lines = [...mainScreens('p'), ...furtherScreens('p'), ...settingsScreens('p')]

/** The paths that a query finds, best first. */
const found = (query: string): string[] =>
  lines
    .map(({ label, href, holds = '', words = '' }) => ({ href, score: matchScore(query, label, [holds, words]) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ href }) => href)

test.each([
  ['members', '/p/settings/members'],
  ['invite a member', '/p/settings/members'],
  ['password', '/account/security'],
  ['change my password', '/account/security'],
  ['two-factor', '/account/security'],
  ['factor two', '/account/security'],
  ['2FA', '/account/security'],
  ['settings ai', '/p/settings/ai'],
  ['timezone', '/p/settings'],
  ['UTM', '/p/settings/tracking'],
  ['api token', '/developer'],
  ['csv import', '/p/stories/import'],
  ['best posts', '/p/analytics/top-posts'],
])('“%s” finds %s first', (query, href) => {
  expect(found(query)[0]).toBe(href)
})

test('every page is found first by its own name', () => {
  const names = lines.map(({ label }) => label)
  for (const { label, href } of lines) {
    const sameName = names.filter((name) => name === label).length
    expect(found(label).slice(0, sameName)).toContain(href)
  }
})

test('all words must match, in any order', () => {
  expect(matchScore('dark theme', 'Theme: dark')).toBeGreaterThan(0)
  expect(matchScore('dark mode', 'Theme: dark', ['mode'])).toBeGreaterThan(0)
  expect(matchScore('dark bread', 'Theme: dark', ['mode'])).toBe(0)
  expect(matchScore('', 'Theme: dark')).toBe(1)
})
