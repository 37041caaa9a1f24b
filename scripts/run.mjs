// Runs one of the project's TypeScript scripts: `node scripts/run.mjs scripts/token.ts …`.
import { ensureInstalled, loadDotEnv, runTypeScript } from './support/install.mjs'

const [file] = process.argv.splice(2, 1)
ensureInstalled((message) => process.stderr.write(`${message}\n`))
loadDotEnv()
await runTypeScript(file)
