import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { roles } from '@/lib/auth/roles'
import { roleTable } from './role-table'

/** docs/members.md must match the server. */

test('docs/members.md matches the role table', () => {
  const page = readFileSync('docs/members.md', 'utf8')
  const rows = roleTable.map(
    ({ action, roles: allowed }) =>
      `| ${action} | ${roles.map((role) => (allowed.includes(role) ? 'yes' : '–')).join(' | ')} |`,
  )
  expect(page).toContain(`| | ${roles.join(' | ')} |\n|---|---|---|---|---|\n${rows.join('\n')}\n`)
})

test('each role includes the permissions of weaker ones', () => {
  for (const { action, roles: allowed } of roleTable) {
    expect([action, [...allowed]]).toEqual([action, roles.slice(roles.length - allowed.length)])
  }
})
