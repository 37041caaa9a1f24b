import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('every route file sets its time limit for Vercel', () => {
  const files = (readdirSync('app', { recursive: true }) as string[]).filter((file) => file.endsWith('/route.ts'))
  const missing = files.filter(
    (file) => !/^export const maxDuration = \d+$/m.test(readFileSync(join('app', file), 'utf8')),
  )
  expect(missing, 'add: export const maxDuration = 60').toEqual([])
})

test('no file of lib imports from Next, so that scripts, workers and tests can use it without Next', () => {
  const files = (readdirSync('lib', { recursive: true }) as string[]).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const importing = files.filter((file) =>
    /from 'next\/(headers|server|cache|navigation)'/.test(readFileSync(join('lib', file), 'utf8')),
  )
  expect(importing).toEqual([])
})
