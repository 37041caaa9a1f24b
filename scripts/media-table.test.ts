import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mediaPage, withMediaTable } from './support/media-table'

test('docs/media.md says what the rules say; if not: node scripts/run.mjs scripts/media-table.ts', () => {
  const page = readFileSync(mediaPage, 'utf8')
  expect(page).toBe(withMediaTable(page))
})
