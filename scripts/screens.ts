import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { type Screen, screens } from '@/tests/screens/screens'
import { fillWorkspace, untilPublished, type Workspace, WorkspaceApi } from '@/tests/screens/workspace'
import { findChromium } from './support/chromium'
import { printHelp } from './support/help'
import { tryPort } from './support/ports'

printHelp(
  `npm run screens [-- NAME …]

Starts a product of its own with the demo workspace and takes pictures of every screen, wide and narrow, light and dark,
into docs/screens, or only of the screens that are named. Takes about four minutes; needs a Chromium.`,
  { words: screens.map(({ name }) => name) },
)

const folder = 'docs/screens'
const looks: Record<string, BrowserContextOptions> = {
  'wide.light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'wide.dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'narrow.light': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'narrow.dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
}

type Started = { url: string; sandboxUrl: string; email: string; password: string; token: string; stop: () => void }

/** `npm run up` as a person starts it, in a folder of its own. What it prints says where it is. */
async function startUp(dataDir: string): Promise<Started> {
  const port = await tryPort(0)
  const child = spawn(process.execPath, ['scripts/up.mjs'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const found = (label: string): string | undefined =>
    new RegExp(`${label}: +(\\S+)(?: +/ +(\\S+))?`).exec(printed)?.[1]
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      process.stdout.write(part)
      printed += part.toString()
      if (printed.includes('Ctrl-C stops everything')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`npm run up ended with ${code}`)))
  })
  return {
    url: found('Storycast is up') ?? '',
    sandboxUrl: found('Sandbox feed') ?? '',
    email: found('Sign in') ?? '',
    password: /Sign in: +\S+ +\/ +(\S+)/.exec(printed)?.[1] ?? '',
    token: found('Token') ?? '',
    stop: () => child.kill('SIGTERM'),
  }
}

async function signIn(page: Page, { email, password }: Workspace): Promise<void> {
  await page.goto('/sign-in')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/calendar|\/stories/)
}

async function take(page: Page, screen: Screen, workspace: Workspace, look: string): Promise<void> {
  await page.goto(screen.path(workspace))
  await page.waitForLoadState('networkidle')
  await screen.act?.(page)
  // Pictures of the sandbox come by the network, and what moves comes to rest.
  await page.evaluate('document.fonts.ready')
  const png = await page.screenshot({ animations: 'disabled' })
  const file = join(folder, `${screen.name}.${look}.png`)
  await sharp(png).png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 }).toFile(file)
  process.stdout.write(`${file}\n`)
}

async function takeAll(browser: Browser, workspace: Workspace, wanted: Screen[]): Promise<void> {
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({
      baseURL: workspace.url,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      ...options,
    })
    const page = await context.newPage()
    for (const screen of wanted.filter(({ isSignedOut }) => isSignedOut)) await take(page, screen, workspace, look)
    await signIn(page, workspace)
    for (const screen of wanted.filter(({ isSignedOut }) => !isSignedOut)) await take(page, screen, workspace, look)
    await context.close()
  }
}

/** A page to look at all of them side by side. */
function writeGallery(): void {
  const cell = (name: string, look: string): string => `![${look.replace('.', ', ')}](${name}.${look}.png)`
  const rows = screens.map(
    ({ name, title }) =>
      `## ${title}\n\n| | |\n|---|---|\n` +
      `| ${cell(name, 'wide.light')} | ${cell(name, 'wide.dark')} |\n| ${cell(name, 'narrow.light')} | ${cell(name, 'narrow.dark')} |\n`,
  )
  const head =
    '# Screens\n\nEvery screen of the demo workspace, wide and narrow, light and dark. Made by `npm run screens`; what is' +
    ' changed here by hand is lost at the next run.\n'
  writeFileSync(join(folder, 'README.md'), `${head}\n${rows.join('\n')}`)
}

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium is installed. CHROMIUM_PATH names one in an unusual place.')
const names = process.argv.slice(2)
const wanted = names.length > 0 ? screens.filter(({ name }) => names.includes(name)) : screens
mkdirSync(folder, { recursive: true })
if (names.length === 0) for (const name of readdirSync(folder)) if (name.endsWith('.png')) rmSync(join(folder, name))
const dataDir = mkdtempSync(join(tmpdir(), 'storycast-screens-'))
const up = await startUp(dataDir)
try {
  const api = new WorkspaceApi(up.url, up.token)
  const { projectId } = await fillWorkspace(api, up.sandboxUrl)
  const storyIds = await untilPublished(api)
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  await takeAll(browser, { ...up, projectId, storyIds }, wanted)
  await browser.close()
  writeGallery()
} finally {
  up.stop()
}
