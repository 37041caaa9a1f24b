import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { ownRoutes, routesFile, routesText } from './support/routes'

test('the table of routes is what `npm run routes` writes', () => {
  expect(readFileSync(routesFile, 'utf8')).toBe(routesText())
})

test('every contract has its path in the table', () => {
  const paths = new Set(ownRoutes().map(({ path }) => path))
  expect(contracts.map(({ contract }) => contract.path).filter((path) => !paths.has(path))).toEqual([])
})

test('no endpoint needs what Next alone can give', () => {
  const inLib = (readdirSync('lib', { recursive: true }) as string[])
    .filter((file) => /\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => join('lib', file))
  const needing = [...ownRoutes().map(({ file }) => file), ...inLib].filter((file) =>
    /from 'next\/(headers|server|cache|navigation)'/.test(readFileSync(file, 'utf8')),
  )
  expect(needing).toEqual([])
})

test('every route says how many seconds it may take on Vercel', () => {
  const routes = (readdirSync('app', { recursive: true }) as string[])
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => join('app', file))
  const silent = routes.filter((file) => !/^export const maxDuration = \d+$/m.test(readFileSync(file, 'utf8')))
  expect(silent, 'add: export const maxDuration = 60').toEqual([])
})
