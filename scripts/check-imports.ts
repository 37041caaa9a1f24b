import { readCommandLine } from './cli/command-line.mjs'
import { importViolations } from './imports/import-rules'

readCommandLine(`npm run check:imports

Fails on imports in a forbidden direction and on import cycles between files or folders.
The rules are in scripts/imports/import-rules.ts.`)

const violations = importViolations(process.cwd())
if (violations.length > 0) {
  process.stderr.write(`${violations.join('\n')}\n`)
  process.exit(1)
}
