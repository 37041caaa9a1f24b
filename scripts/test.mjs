// `npm test`: installs what is missing, then hands over to test.ts.
import { ensureInstalled, runTypeScript } from './support/install.mjs'

ensureInstalled((message) => process.stdout.write(`${message}\n`))
await runTypeScript('scripts/test.ts')
