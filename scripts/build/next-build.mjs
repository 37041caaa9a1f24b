// Runs `next build` and stops it, with its worker processes, when the parent process ends for any reason.
import { spawn } from 'node:child_process'

// A separate process group, so that its workers are stopped with it.
const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
})
const stop = () => {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
  process.exit(1)
}
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, stop)
child.once('exit', (code) => process.exit(code ?? 1))
