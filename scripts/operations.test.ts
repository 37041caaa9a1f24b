import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operationsFile, operationsText } from './support/operations'

// The browser's table of endpoints never says anything else than the contracts by which the server answers.
test('the table of operations is the one that the contracts make', () => {
  expect(readFileSync(operationsFile, 'utf8'), 'run: npm run operations').toBe(operationsText())
})
