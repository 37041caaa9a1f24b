// Plain JavaScript: it runs before any package is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { root } from './run-typescript.mjs'

const stamp = `${root}node_modules/.storycast-lock`

/** Exits with a message if Node is too old. */
function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 9)) return
  fail(`Storycast needs Node 20.9 or newer. This is ${process.versions.node}.`)
}

/** Exits with a message if packages are missing. Commands for servers and images never install packages themselves. */
export function requirePackages() {
  requireNode()
  if (!existsSync(`${root}node_modules/next`)) fail('The packages are not installed. Run: npm install')
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Installs the packages of the lock file, unless they are already installed. For `npm run up` and `npm test`. */
export function ensureInstalled(print) {
  requireNode()
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  print('Installing packages (once; a minute or two) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`: it would delete all packages and install them again when one has changed.
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
  if (result.status !== 0) fail('npm could not install the packages. Its error is printed above.')
  writeFileSync(stamp, wanted)
}
