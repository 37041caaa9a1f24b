import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiPage, withOperationTests } from './operation-tests'

test('docs/api.md lists every operation and event with a test that names it', () => {
  const page = readFileSync(apiPage, 'utf8')
  expect(page, 'run: npm run operation-tests').toBe(withOperationTests(page))
})
