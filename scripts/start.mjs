// `npm run start`: runs the server in this process.
import { readCommandLine } from './cli/command-line.mjs'
import { requirePackages } from './cli/install.mjs'
import { loadDotEnv, root } from './cli/run-typescript.mjs'

readCommandLine(`npm run start

Serves the build of \`npm run build\` at HOST and PORT (127.0.0.1 and 3000). For hosting it yourself, with your own
database and \`npm run worker\` as a second process. \`npm run up\` starts everything.`)
process.chdir(root)
requirePackages()
await loadDotEnv()
process.env.NODE_ENV ??= 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'
process.argv.splice(2)
await import('./server.mjs')
