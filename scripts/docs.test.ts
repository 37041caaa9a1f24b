import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { envNames } from '@/lib/env'
import { errorStatus } from '@/lib/errors'

/**
 * The pages that people read are held to the code that they speak of: a file that was moved, a script that was renamed
 * or a variable that is gone fails here, and not on the reader.
 */
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file))
const pages = files.filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file))
const folders = new Set(files.flatMap(parentsOf))
/** What a path in a page begins with, so that a URL or a content type is not taken for one. */
const roots = new Set([...files, ...folders].filter((path) => !path.includes('/')))

function parentsOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

const isThere = (path: string): boolean => files.includes(path) || folders.has(path.replace(/\/+$/, ''))

const read = (page: string): string => readFileSync(page, 'utf8')
const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')
const inBackticks = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')

/** `lib/api/endpoint.ts`, `docs/`, `package.json`; not `lib/…`, not `GET /api/v1/stories`. */
function pathsOf(text: string): string[] {
  const isPath = (word: string) => /^[\w.()[\]/-]+$/.test(word) && !word.startsWith('/') && /[./]/.test(word)
  return inBackticks(text).filter((word) => isPath(word) && roots.has(word.split('/')[0] ?? ''))
}

/** Where the links and pictures of a page lead that stay in the repository. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|src(?:set)?="([^"]+)"/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((target) => !/^(https?:|mailto:|#)/.test(target))

const headingsOf = (page: string): string[] =>
  [...withoutBlocks(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('there are pages to check', () => {
  expect(pages).toContain('README.md')
  expect(pages).toContain('docs/architecture.md')
})

test.each(pages)('%s names files and folders that are there', (page) => {
  expect(pathsOf(read(page)).filter((path) => !isThere(path))).toEqual([])
})

test.each(pages)('%s links to files and headings that are there', (page) => {
  const broken = linksOf(read(page)).filter((target) => {
    const [path = '', heading] = target.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    return !isThere(file) || (heading !== undefined && !headingsOf(file).includes(heading))
  })
  expect(broken).toEqual([])
})

test.each(pages)('%s names npm scripts that are there', (page) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read(page).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? '')
  expect(named.filter((script) => !(script in scripts))).toEqual([])
})

/** Read by scripts, tests and examples alone, which may look at the environment themselves. */
const scriptVariables = ['CHROMIUM_PATH', 'FAULT_ROWS', 'TEST_DATABASE', 'NEXT_DIST_DIR', 'SIGNING_SECRET']

/** These pages also speak of the networks' own constants. There a variable is what begins like one of ours. */
const speaksOfNetworks = (page: string): boolean => /^docs\/(channels\/|analytics)/.test(page)
const firstWords = new Set([...envNames, ...scriptVariables].map((name) => name.split('_')[0]))

test.each(pages)('%s names environment variables that are read', (page) => {
  const text = read(page)
  const isOurs = (word: string) => !speaksOfNetworks(page) || firstWords.has(word.split('_')[0])
  const isVariable = (word: string) =>
    (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(word) && isOurs(word)) || /^(PORT|HOST|DEMO)$/.test(word)
  const words = inBackticks(text).map((word) => word.replace(/=.*$/, ''))
  const assigned = [...text.matchAll(/(?<![\w$-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/g)].map((match) => match[1] ?? '')
  const unread = [...words.filter(isVariable), ...assigned].filter(
    (name) => !envNames.includes(name) && !scriptVariables.includes(name),
  )
  expect([...new Set(unread)]).toEqual([])
})

test('docs/api.md has every error code with its status, and no other', () => {
  const rows = [...read('docs/api.md').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)]
  const table = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))
  expect(table).toEqual(errorStatus)
})
