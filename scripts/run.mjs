// Runs one of the project's TypeScript scripts: `node scripts/run.mjs scripts/token.ts …`.
import { loadDotEnv, requirePackages, runTypeScript } from './support/install.mjs'

const [file] = process.argv.splice(2, 1)
requirePackages()
loadDotEnv()
try {
  await runTypeScript(file)
} catch (error) {
  // What somebody can put right is said in a sentence; the stack would only hide it.
  if (!['BadEnvironment', 'MigrationFailed'].includes(error?.name)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
