import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operationsFile, operationsText } from './operations'

test('the generated operations match the contracts', () => {
  expect(readFileSync(operationsFile, 'utf8'), 'run: npm run operations').toBe(operationsText())
})
