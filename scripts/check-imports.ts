import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Which way imports run (docs/architecture.md), and who may read the environment and the clock. A rule that is broken
 * is printed with its reason.
 */
type Rule = { in: RegExp; but?: RegExp; forbids: RegExp; why: string }

const rules: Rule[] = [
  {
    in: /^lib\//,
    forbids: /from '@\/(app|components|inngest|scripts|tests)\//,
    why: 'lib knows neither pages nor schedulers',
  },
  {
    in: /^lib\/channels\//,
    forbids: /from '(@\/lib|\.\.)\/(db|stories|queue|publishing|api)\b/,
    why: 'channels know no database and no story',
  },
  {
    in: /^components\//,
    forbids:
      /from '@\/lib\/[\w/]*(service|repository)'|['"][^'"]*(common-passwords|@zxcvbn-ts)|from '@\/lib\/(db|publishing\/(?!resolve))/,
    why: 'components see serialized resources alone',
  },
  {
    in: /^components\//,
    forbids: /^import (?!type\b).* from '(zod|@\/lib\/[\w/-]*contract)'/,
    why: 'contracts carry their schemas into the browser: call by lib/api/operations.generated.ts, import types alone',
  },
  {
    in: /^lib\/sandbox\//,
    forbids: /from '(@\/lib|\.\.\/?.*)\/(db|publishing|connections)\b/,
    why: 'the sandbox is a judge of its own',
  },
  {
    in: /^(app|components|lib|inngest)\//,
    but: /^lib\/env\.ts$/,
    forbids: /process\.env\b/,
    why: 'only lib/env.ts reads the environment',
  },
  {
    in: /^(lib|inngest)\//,
    but: /^lib\/deadline\.ts$/,
    forbids: /AbortSignal\.timeout\(/,
    why: 'a timeout inside AbortSignal.any is collected as garbage: take deadlineIn of lib/deadline.ts',
  },
  {
    in: /^lib\//,
    but: /^lib\/sandbox\//,
    forbids: /from '@?\/?.*\/sandbox\//,
    why: 'product code never knows that it talks to a sandbox',
  },
]

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.(ts|tsx)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name)) yield path
  }
}

const faults: string[] = []
for (const folder of ['app', 'components', 'lib', 'inngest']) {
  for (const path of sources(folder)) {
    const text = readFileSync(path, 'utf8')
    for (const rule of rules) {
      if (!rule.in.test(path) || rule.but?.test(path)) continue
      const line = text.split('\n').findIndex((words) => rule.forbids.test(words) && !words.trim().startsWith('*'))
      if (line >= 0) faults.push(`${path}:${line + 1}: ${rule.why}`)
    }
  }
}
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
