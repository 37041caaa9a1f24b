import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { chromium } from 'playwright-core'
import { connect } from '@/lib/db/pool'
import { writeGallery } from '@/tests/screens/gallery'
import type { Screen } from '@/tests/screens/screen'
import { screens } from '@/tests/screens/screens'
import { takeAll } from '@/tests/screens/take'
import { fillWorkspace, type Started } from '@/tests/screens/workspace'
import { readCommandLine } from './cli/command-line.mjs'
import { findServed } from './data-dir/embedded-database'
import { findChromium, quietChromium } from './testing/chromium'

const { positionals: names } = readCommandLine(
  `npm run screens [-- NAME …]

Takes screenshots of every screen (or the named ones) in four or five window sizes, light and dark, and writes them to
docs/screens. Starts a separate server with a demo workspace and fills it with two weeks of sample stories. Needs a
Chromium. Takes about ten minutes on two cores, plus the build.`,
  { positionals: screens.map(({ name }) => name) },
)

const folder = 'docs/screens'
const print = (message: string): void => void process.stdout.write(`${message}\n`)

type Product = Started & { stop: () => Promise<void> }

/** Starts `npm run up` in its own data folder and reads the URLs and the sign-in from its output. */
async function startUp(dataDir: string): Promise<Product> {
  const port = await getPort()
  const child = spawn(process.execPath, ['scripts/up.mjs'], {
    // Its webhooks go to a receiver on this machine.
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      ALLOW_PRIVATE_NETWORK: '1',
      ALLOW_INSECURE_WEBHOOKS: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      process.stdout.write(part)
      printed += part.toString()
      if (printed.includes('Ctrl-C stops everything')) resolve()
    })
    void ended.then((code) => reject(new Error(`npm run up exited with ${code}`)))
  })
  const find = (pattern: RegExp): string => pattern.exec(printed)?.[1] ?? ''
  return {
    url: find(/Storycast is up: +(\S+)/),
    sandboxUrl: find(/Sandbox feed: +(\S+)/),
    email: find(/Sign in: +(\S+)/),
    password: find(/Sign in: +\S+ +\/ +(\S+)/),
    token: find(/Token: +(\S+)/),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** @returns what failed */
async function takeScreenshots(
  dataDir: string,
  wanted: readonly Screen[],
  executablePath: string,
): Promise<readonly string[]> {
  const product = await startUp(dataDir)
  const { db, close } = connect((await findServed(dataDir)) ?? '', 2)
  const browser = await chromium.launch({ executablePath, args: quietChromium })
  try {
    print('  Filling the workspace with two weeks of sample stories …')
    const workspace = await fillWorkspace(product, db)
    return await takeAll({ browser, workspace, folder, onFile: (file) => print(`  ${file}`) }, db, wanted)
  } finally {
    // An open browser would keep this process alive.
    await browser.close()
    await close()
    await product.stop()
  }
}

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH.')
const wanted = names.length > 0 ? screens.filter(({ name }) => names.includes(name)) : screens
mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'storycast-screens-'))
let failures: readonly string[]
try {
  failures = await takeScreenshots(dataDir, wanted, executablePath)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
writeGallery(folder)
if (failures.length > 0) {
  print(`\n${failures.length} failed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
  process.exitCode = 1
}
