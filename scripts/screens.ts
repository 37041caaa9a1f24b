import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { connect } from '@/lib/db/pool'
import { type Screen, screens } from '@/tests/screens/screens'
import { looks, takeAll } from '@/tests/screens/take'
import { fillWorkspace, type Started } from '@/tests/screens/workspace'
import { findChromium, quietChromium } from './support/chromium'
import { findServed } from './support/database'
import { printHelp } from './support/help'
import { tryPort } from './support/ports'

printHelp(
  `npm run screens [-- NAME …]

Starts a product of its own with the demo workspace, fills that with the week of a café, and takes pictures of every
screen, wide and narrow, light and dark, into docs/screens, or only of the screens that are named. Takes about five
minutes on two cores and as long as the build on top; needs a Chromium.`,
  { words: screens.map(({ name }) => name) },
)

const folder = 'docs/screens'
const say = (words: string): void => void process.stdout.write(`${words}\n`)

type Product = Started & { stop: () => Promise<void> }

/** `npm run up` as a person starts it, in a folder of its own. What it prints says where it is. */
async function startUp(dataDir: string): Promise<Product> {
  const port = await tryPort(0)
  const child = spawn(process.execPath, ['scripts/up.mjs'], {
    // Its webhooks go to a receiver on this machine, which only what is not public may do.
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
    void ended.then((code) => reject(new Error(`npm run up ended with ${code}`)))
  })
  const word = (pattern: RegExp): string => pattern.exec(printed)?.[1] ?? ''
  return {
    url: word(/Storycast is up: +(\S+)/),
    sandboxUrl: word(/Sandbox feed: +(\S+)/),
    email: word(/Sign in: +(\S+)/),
    password: word(/Sign in: +\S+ +\/ +(\S+)/),
    token: word(/Token: +(\S+)/),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function takePictures(dataDir: string, wanted: readonly Screen[], executablePath: string): Promise<void> {
  const product = await startUp(dataDir)
  const { db, close } = connect((await findServed(dataDir)) ?? '', 2)
  const browser = await chromium.launch({ executablePath, args: quietChromium })
  try {
    say('  Living through two weeks of a café …')
    const workspace = await fillWorkspace(product, db)
    await takeAll({ browser, workspace, folder, say: (file) => say(`  ${file}`) }, db, wanted)
  } finally {
    // A browser that is left open would keep this process alive, and whoever waits for it waiting.
    await browser.close()
    await close()
    await product.stop()
  }
}

/** A page to look at all of them side by side. */
function writeGallery(): void {
  const cell = (name: string, look: string): string => `![${look.replace('.', ', ')}](${name}.${look}.webp)`
  const rows = screens.map(
    ({ name, title }) =>
      `## ${title}\n\n| | |\n|---|---|\n` +
      `| ${cell(name, 'wide.light')} | ${cell(name, 'wide.dark')} |\n| ${cell(name, 'narrow.light')} | ${cell(name, 'narrow.dark')} |\n`,
  )
  const head =
    '# Screens\n\nEvery screen of a workspace in use, wide and narrow, light and dark. Made by `npm run screens`; what is' +
    ' changed here by hand is lost at the next run.\n'
  writeFileSync(join(folder, 'README.md'), `${head}\n${rows.join('\n')}`)
}

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium is installed. CHROMIUM_PATH names one in an unusual place.')
const names = process.argv.slice(2)
const wanted = names.length > 0 ? screens.filter(({ name }) => names.includes(name)) : screens
mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'storycast-screens-'))
try {
  await takePictures(dataDir, wanted, executablePath)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
// Those of screens that are gone, once the new ones are there.
const kept = new Set(screens.flatMap(({ name }) => Object.keys(looks).map((look) => `${name}.${look}.webp`)))
for (const file of readdirSync(folder)) if (!kept.has(file) && file !== 'README.md') rmSync(join(folder, file))
writeGallery()
