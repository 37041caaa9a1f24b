import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { envNames } from '@/lib/env'
import { errorStatus } from '@/lib/errors'

/**
 * Compares the documentation with the code: fails when a page names a file, script or variable that does not exist.
 */
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file))
const pages = files.filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file))
const folders = new Set(files.flatMap(parentsOf))
/** First segments of paths, to distinguish paths from URLs and content types. */
const roots = new Set([...files, ...folders].filter((path) => !path.includes('/')))

function parentsOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

const exists = (path: string): boolean => files.includes(path) || folders.has(path.replace(/\/+$/, ''))

const read = (page: string): string => readFileSync(page, 'utf8')
const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')
const inBackticks = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')

/** `lib/api/endpoint.ts`, `docs/`, `package.json`; not `lib/…`, not `GET /api/v1/stories`. */
function pathsOf(text: string): string[] {
  const isPath = (word: string) => /^[\w.()[\]/-]+$/.test(word) && !word.startsWith('/') && /[./]/.test(word)
  return inBackticks(text).filter((word) => isPath(word) && roots.has(word.split('/')[0] ?? ''))
}

/** Link and image targets inside the repository. */
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

test('finds pages to check', () => {
  expect(pages).toContain('README.md')
  expect(pages).toContain('docs/architecture.md')
})

test.each(pages)('%s: files and folders exist', (page) => {
  expect(pathsOf(read(page)).filter((path) => !exists(path))).toEqual([])
})

test.each(pages)('%s: link targets exist', (page) => {
  const broken = linksOf(read(page)).filter((target) => {
    const [path = '', heading] = target.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    return !exists(file) || (heading !== undefined && !headingsOf(file).includes(heading))
  })
  expect(broken).toEqual([])
})

test.each(pages)('%s: npm scripts exist', (page) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read(page).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? '')
  expect(named.filter((script) => !(script in scripts))).toEqual([])
})

/** Variables of scripts, tests and examples, which may read the environment directly. */
const scriptVariables = [
  'CHROMIUM_PATH',
  'EVERY_LOOK',
  'FAULT_ROWS',
  'TEST_DATABASE',
  'TEST_SERVER',
  'NEXT_DIST_DIR',
  'STORYCAST_URL',
  'SIGNING_SECRET',
]

/**
 * These pages also contain constants of the networks. In these, only names with a prefix of our variables are
 * checked.
 */
const hasNetworkConstants = (page: string): boolean => /^docs\/(channels\/|analytics|inbox)/.test(page)
const firstParts = new Set([...envNames, ...scriptVariables].map((name) => name.split('_')[0]))

test.each(pages)('%s: environment variables exist', (page) => {
  const text = read(page)
  const isOurs = (word: string) => !hasNetworkConstants(page) || firstParts.has(word.split('_')[0])
  const isVariable = (word: string) =>
    (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(word) && isOurs(word)) || /^(PORT|HOST|DEMO)$/.test(word)
  const words = inBackticks(text).map((word) => word.replace(/=.*$/, ''))
  const assigned = [...text.matchAll(/(?<![\w$-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/g)].map((match) => match[1] ?? '')
  const unknown = [...words.filter(isVariable), ...assigned].filter(
    (name) => !envNames.includes(name) && !scriptVariables.includes(name),
  )
  expect([...new Set(unknown)]).toEqual([])
})

test('docs/api.md lists every error code with its status', () => {
  const rows = [...read('docs/api.md').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)]
  const table = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))
  expect(table).toEqual(errorStatus)
})
