import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mediaPage, withMediaTable } from './media-table'

test('the table in docs/media.md matches the rules', () => {
  const page = readFileSync(mediaPage, 'utf8')
  expect(page, 'run: npm run media-table').toBe(withMediaTable(page))
})
