// `npm run up`: installs what is missing, then hands over to up.ts.
import { parseArgs } from 'node:util'
import { ensureInstalled, loadDotEnv, runTypeScript } from './support/install.mjs'

const page = `npm run up

Starts Storycast: database, migrations, build, sandbox, server and worker. Prints where to go. Ctrl-C stops it all.

Environment (a file .env is read as well; .env.example lists everything):
  PORT           address of the server (3000); the sandbox takes PORT + 1000
  DATA_DIR       folder of database, files and keys (.data)
  DATABASE_URL   a PostgreSQL of your own instead of the embedded one
  DEMO=0         no demo workspace and no sandbox: the real networks`
if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(`${page}\n`)
  process.exit(0)
}
try {
  parseArgs()
} catch (error) {
  process.stderr.write(`${error.message.split(/\. /)[0].replace(/\.$/, '')}. See npm run up -- --help.\n`)
  process.exit(2)
}
ensureInstalled((message) => process.stdout.write(`  ${message}\n`))
loadDotEnv()
await runTypeScript('scripts/up.ts')
