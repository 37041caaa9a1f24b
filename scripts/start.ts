import { spawn } from 'node:child_process'
import { appUrl, env } from '@/lib/env'
import { printHelp } from './support/help'

printHelp(`npm run start

Serves what \`npm run build\` has built, at HOST and PORT. \`npm run up\` does this and all the rest; this is for those who
host it themselves, with a database of their own and \`npm run worker\` beside it.`)

const { HOST, PORT } = env()
// next-auth would otherwise take its own default port for the address.
process.env.NEXTAUTH_URL ||= appUrl()
const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-H', HOST, '-p', String(PORT)], {
  stdio: 'inherit',
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal))
server.once('exit', (code) => process.exit(code ?? 0))
