import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Loads `.env` as Next does. Variables of the environment win. */
export async function loadDotEnv() {
  const { default: nextEnv } = await import('@next/env')
  nextEnv.loadEnvConfig(root, false, { info() {}, error: (message) => process.stderr.write(`${message}\n`) })
}

/** Runs a TypeScript file of the project in this process. */
export async function runTypeScript(file) {
  process.chdir(root)
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL(file, `file://${root}`).href)
}
