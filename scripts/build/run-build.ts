import { fork } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Next writes the path of its types here. The file is restored, because the build folder can be deleted. */
const nextTypes = 'next-env.d.ts'

/** Runs `next build`. It ends when `signal` is aborted or this process ends. */
export function runBuild(signal?: AbortSignal): Promise<void> {
  const before = existsSync(nextTypes) ? readFileSync(nextTypes) : null
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('next-build.mjs', import.meta.url)), [], {
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const stop = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', stop)
      if (before === null) rmSync(nextTypes, { force: true })
      else writeFileSync(nextTypes, before)
      if (code === 0) resolve()
      else reject(new Error(`The build failed.\n${output}`))
    })
  })
}
