// `npm run up`: installs what is missing, then hands over to up.ts.
import { ensureInstalled, loadDotEnv, runTypeScript } from './support/install.mjs'
import { printHelp } from './support/plain-help.mjs'

printHelp(`npm run up

Starts Storycast: database, migrations, build, sandbox, server and worker. Prints where to go. Ctrl-C stops it all.

Environment (a file .env is read as well; .env.example lists everything):
  PORT           address of the server (3000); the sandbox takes PORT + 1000, its mail server PORT + 3000
  DATA_DIR       folder of database, files and keys (.data)
  DATABASE_URL   a PostgreSQL of your own instead of the embedded one
  DEMO=0         no demo workspace and no sandbox: the real networks`)
ensureInstalled((message) => process.stdout.write(`  ${message}\n`))
loadDotEnv()
await runTypeScript('scripts/up.ts')
