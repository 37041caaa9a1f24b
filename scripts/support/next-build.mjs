// Runs `next build` and ends it, with its helper processes, when the process that wanted it ends in whatever way.
import { spawn } from 'node:child_process'

// A group of its own, so that its helpers are ended with it.
const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
})
const end = () => {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
  process.exit(1)
}
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, end)
child.once('exit', (code) => process.exit(code ?? 1))
