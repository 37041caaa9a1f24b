// `npm run up`: installs missing packages, then runs up.ts.
import { readCommandLine } from './cli/command-line.mjs'
import { ensureInstalled } from './cli/install.mjs'
import { loadDotEnv, runTypeScript } from './cli/run-typescript.mjs'

readCommandLine(`npm run up

Starts Storycast: database, migrations, build, sandbox, server and worker. Prints the URLs. Ctrl-C stops everything.

Environment variables (also read from .env; .env.example lists all of them):
  PORT           port of the server (3000); the sandbox uses PORT + 1000, its mail server PORT + 3000
  DATA_DIR       folder for database, files and keys (.data)
  DATABASE_URL   your own PostgreSQL instead of the embedded one
  DEMO=0         no demo workspace and no sandbox: posts go to the real networks`)
ensureInstalled((message) => process.stdout.write(`  ${message}\n`))
await loadDotEnv()
await runTypeScript('scripts/up.ts')
