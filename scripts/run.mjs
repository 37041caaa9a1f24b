// Runs a TypeScript script of the project: `node scripts/run.mjs scripts/token.ts …`.
import { requirePackages } from './cli/install.mjs'
import { loadDotEnv, runTypeScript } from './cli/run-typescript.mjs'

const [file] = process.argv.splice(2, 1)
requirePackages()
await loadDotEnv()
try {
  await runTypeScript(file)
} catch (error) {
  // For errors that the user can fix, the message is enough; a stack would hide it.
  if (!['BadEnvironment', 'MigrationFailed'].includes(error?.name)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
