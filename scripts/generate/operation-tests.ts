import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventNames } from '@/lib/events/names'
import { contracts } from '@/lib/openapi/contracts'

export const apiPage = 'docs/api.md'

const begin = '<!-- Written by `npm run operation-tests`. Do not edit. -->'
const end = '<!-- End of the generated tables. -->'

/** From the folder where most operations are tested to the last resort. */
const folders = ['tests/api', 'tests/jobs', 'tests/faults', 'tests/e2e']
/** These tests send something to every operation. They do not show what one of them does. */
const generic = 'tests/api/edge/'

type TestFile = { path: string; words: string[] }

const wordPattern = /[a-zA-Z_]+(?:\.[a-z_]+)*/g

function testFiles(): TestFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => join(folder, name)),
  )
  return paths
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => ({ path, words: readFileSync(path, 'utf8').match(wordPattern) ?? [] }))
}

/**
 * The test that the page has, as long as it names the operation or event. Otherwise the test that names it most often,
 * in the first folder that has one.
 */
function testOf(name: string, files: readonly TestFile[], page: string): string {
  const row = page.split('\n').find((line) => line.includes(`| \`${name}\` |`))
  const current = files.find(({ path }) => row?.endsWith(`(../${path}) |`))
  if (current?.words.includes(name)) return current.path
  const mentions = files.map(({ path, words }) => ({ path, count: words.filter((word) => word === name).length }))
  const found = mentions.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count)
  const special = found.filter(({ path }) => !path.startsWith(generic))
  for (const folder of folders) {
    const test = special.find(({ path }) => path.startsWith(`${folder}/`))
    if (test) return test.path
  }
  const [last] = found
  if (!last) throw new Error(`No test names ${name}. Each operation and each event needs a test.`)
  return last.path
}

const link = (path: string): string => `[${path.replace(/^tests\/|\.test\.ts$/g, '')}](../${path})`

/** A row per operation and per event, with the test that shows what it does. */
function tables(page: string): string {
  const files = testFiles()
  const operations = contracts.map(
    ({ name, contract: { method, path } }) =>
      `| \`${method} ${path}\` | \`${name}\` | ${link(testOf(name, files, page))} |`,
  )
  const events = eventNames.map((name) => `| \`${name}\` | ${link(testOf(name, files, page))} |`)
  return [
    `${operations.length} operations:`,
    ['| endpoint | operation | test |', '|---|---|---|', ...operations].join('\n'),
    `${events.length} events:`,
    ['| event | test |', '|---|---|', ...events].join('\n'),
  ].join('\n\n')
}

/** Updates the tables in the page. */
export const writeOperationTests = (): void => writeFileSync(apiPage, withOperationTests(readFileSync(apiPage, 'utf8')))

/** The page with tables of the current operations and tests. */
export function withOperationTests(page: string): string {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${apiPage} has no markers around its tables.`)
  return `${before}${begin}\n\n${tables(page)}\n\n${end}${after}`
}
