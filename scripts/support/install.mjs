// Plain JavaScript: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = `${root}node_modules/.storycast-lock`

/** Stops with a sentence where Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 9)) return
  fail(`Storycast needs Node 20.9 or newer; this is ${process.versions.node}.`)
}

/** Stops with a sentence where packages are missing. Servers and images install them with npm, never at a start. */
export function requirePackages() {
  requireNode()
  if (!existsSync(`${root}node_modules/next`)) fail('The packages are not installed. Run: npm install')
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Installs what the lock file names, unless that very lock file was installed before. For `npm run up` and `npm test`. */
export function ensureInstalled(say) {
  requireNode()
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Installing packages (once; a minute or two) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`: a lock file written where the registry has one platform's packages alone would be refused by it.
  const flags = [
    'install',
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--no-update-notifier',
  ]
  const result = spawnSync(npm, flags, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (result.status !== 0) fail('npm could not install the packages. Its reason is above.')
  writeFileSync(stamp, wanted)
}

/** Reads `.env` of the project; what the environment has already wins. */
export function loadDotEnv() {
  if (!existsSync(`${root}.env`)) return
  for (const line of readFileSync(`${root}.env`, 'utf8').split('\n')) {
    const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line)
    if (match) process.env[match[1]] ??= match[2].replace(/^(['"])(.*)\1$/, '$2')
  }
}

/** Runs a TypeScript file of the project in this process. */
export async function runTypeScript(file) {
  process.chdir(root)
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL(file, `file://${root}`).href)
}
