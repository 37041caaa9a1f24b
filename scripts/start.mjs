// `npm run start`: the server alone, in this process.
import { loadDotEnv, requirePackages, root } from './support/install.mjs'
import { printHelp } from './support/plain-help.mjs'

printHelp(`npm run start

Serves what \`npm run build\` has built, at HOST and PORT (127.0.0.1 and 3000). \`npm run up\` does this and all the rest;
this is for those who host it themselves, with a database of their own and \`npm run worker\` beside it.`)
process.chdir(root)
requirePackages()
loadDotEnv()
process.env.NODE_ENV ??= 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'
process.argv.splice(2)
await import('./server.mjs')
