// `npm test`: installs missing packages, then runs test.ts.
import { ensureInstalled } from './cli/install.mjs'
import { runTypeScript } from './cli/run-typescript.mjs'

ensureInstalled((message) => process.stdout.write(`${message}\n`))
await runTypeScript('scripts/test.ts')
