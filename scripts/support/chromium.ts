import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A Chromium that is installed on this machine, or null. CHROMIUM_PATH names one that is somewhere else. */
export function findChromium(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const folders = (process.env.PATH ?? '').split(':')
  const found = [
    process.env.CHROMIUM_PATH ?? '',
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
  ]
  return found.find((path) => path !== '' && existsSync(path)) ?? null
}
