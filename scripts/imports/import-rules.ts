import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Import, importCycles, importsOf, sourceFiles } from './import-graph'

const folders = ['app', 'components', 'lib', 'inngest', 'sandbox', 'scripts']

/** A rule about which file may import which. Paths are relative to the project's root. */
type ImportRule = { from: RegExp; but?: RegExp; to: RegExp; allowsTypes?: boolean; why: string }

const importRules: ImportRule[] = [
  {
    from: /^lib\//,
    to: /^(app|components|inngest|scripts|tests|sandbox)\//,
    why: 'lib does not import pages, components, schedulers, scripts, tests or the sandbox',
  },
  {
    from: /^lib\/channels\//,
    to: /^lib\/(db|stories|queue|queue-items|posts|api)\//,
    why: 'channels know neither the database nor stories: they receive a resolved post and return an outcome',
  },
  {
    from: /^components\//,
    to: /^lib\/(db|publishing)\/|\/(service|repository)\.ts$|common-passwords/,
    why: 'components see serialized resources only',
  },
  {
    from: /^components\//,
    to: /^lib\/.*contract\.ts$/,
    allowsTypes: true,
    why: 'contracts would add zod to the browser bundle: import their types, and call lib/openapi/operations.generated.ts',
  },
  {
    from: /^(app|components|inngest)\//,
    to: /^sandbox\//,
    why: 'the product must not import the sandbox: only scripts start it',
  },
  {
    from: /^sandbox\//,
    // These are only paths of logos, no logic.
    to: /^(?!sandbox\/|components\/channels\/brand-glyphs\.ts$|lib\/(clock|deadline|env|ids|logger|json|parse-url|channel-ids|channels\/channel)\.ts$)/,
    why: 'the sandbox shares no code with the product, or both could have the same bug',
  },
]

/** A rule about what a file may contain. */
type TextRule = { in: RegExp; but?: RegExp; forbids: RegExp; why: string }

const textRules: TextRule[] = [
  {
    in: /^(app|components|lib|inngest|sandbox)\//,
    but: /^lib\/env\.ts$/,
    forbids: /process\.env\b/,
    why: 'only lib/env.ts reads the environment',
  },
  {
    in: /^(lib|inngest|sandbox)\//,
    but: /^lib\/deadline\.ts$/,
    forbids: /AbortSignal\.timeout\(/,
    why: 'a timeout inside AbortSignal.any can be garbage-collected: use deadlineIn of lib/deadline.ts',
  },
  {
    in: /^(app|components|lib|inngest|sandbox|scripts)\//,
    but: /^scripts\/imports\//,
    forbids: /URL\.canParse\(/,
    why: 'in Node 20 it refuses some valid URLs: use parseUrl of lib/parse-url.ts',
  },
  {
    in: /^components\//,
    forbids: /from '(zod|@zxcvbn-ts[^']*)'/,
    why: 'too large for the browser: import types only',
  },
]

/** With fewer imports, the parser found nothing to check. */
const leastImports = 1_000

/**
 * Checks import directions, import cycles and text rules of a project.
 *
 * @param root its folder
 * @returns one sentence per violation, with the file and the line
 */
export function importViolations(root: string, { least = leastImports } = {}): string[] {
  const files = sourceFiles(root, folders)
  const imports = importsOf(root, files)
  if (imports.length < least) return [`Only ${imports.length} imports found: the check did not read the project.`]
  return [...forbiddenImports(imports), ...forbiddenText(root, files), ...cycles(imports)]
}

const forbiddenImports = (imports: readonly Import[]): string[] =>
  imports.flatMap(({ from, to, line, isType }) =>
    importRules
      .filter((rule) => rule.from.test(from) && rule.to.test(to) && !(rule.allowsTypes && isType))
      .map(({ why }) => `${from}:${line} imports ${to}: ${why}`),
  )

function forbiddenText(root: string, files: readonly string[]): string[] {
  return files.flatMap((path) => {
    const rules = textRules.filter((rule) => rule.in.test(path) && !rule.but?.test(path))
    if (rules.length === 0) return []
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    return rules.flatMap(({ forbids, why }) =>
      lines.flatMap((line, index) =>
        forbids.test(line) && !/^\s*\*|^import type/.test(line) ? [`${path}:${index + 1}: ${why}`] : [],
      ),
    )
  })
}

const cycles = (imports: readonly Import[]): string[] =>
  importCycles(imports).map(
    ({ members, evidence }) =>
      `import cycle between ${members.join(', ')}:\n${evidence
        .map(({ from, to, line }) => `    ${from}:${line} → ${to}`)
        .join('\n')}`,
  )
