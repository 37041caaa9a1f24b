import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { roles } from '@/lib/auth/roles'
import { roleTable } from './role-table'

/** The page that people read says what the server does. */

test('docs/members.md shows the table that the screens show', () => {
  const page = readFileSync('docs/members.md', 'utf8')
  const rows = roleTable.map(
    ({ deed, roles: allowed }) =>
      `| ${deed} | ${roles.map((role) => (allowed.includes(role) ? 'yes' : '–')).join(' | ')} |`,
  )
  expect(page).toContain(`| | ${roles.join(' | ')} |\n|---|---|---|---|---|\n${rows.join('\n')}\n`)
})

test('whoever may do something, those above may as well', () => {
  for (const { deed, roles: allowed } of roleTable) {
    expect([deed, [...allowed]]).toEqual([deed, roles.slice(roles.length - allowed.length)])
  }
})
