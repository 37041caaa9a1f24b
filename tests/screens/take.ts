import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import type { Database } from '@/lib/db/pool'
import { bringTrouble } from './past'
import { chapters, type Screen } from './screens'
import type { Workspace } from './workspace'

export const looks: Record<string, BrowserContextOptions> = {
  'wide.light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'wide.dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'narrow.light': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'narrow.dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
}

/** Two pages at a time, as most of a picture is waiting. */
const lanes: (keyof typeof looks)[][] = [
  ['wide.light', 'narrow.light'],
  ['wide.dark', 'narrow.dark'],
]

type Run = { browser: Browser; workspace: Workspace; folder: string; say: (file: string) => void }

/** Takes all pictures of a chapter before the next begins, as each changes what is seen everywhere. */
export async function takeAll(run: Run, db: Database, wanted: readonly Screen[]): Promise<void> {
  for (const chapter of chapters) {
    const screens = wanted.filter((screen) => (screen.chapter ?? 'week') === chapter)
    if (screens.length === 0) continue
    await bringTrouble(db, run.workspace, chapter)
    const taken = lanes.map(async (own) => {
      for (const look of own) await takeLook(run, look, screens)
    })
    // One that fails must not end the script while the other still takes pictures.
    const failed = (await Promise.allSettled(taken)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

async function takeLook(run: Run, look: keyof typeof looks, screens: readonly Screen[]): Promise<void> {
  const open = async (): Promise<Page> => {
    const context = await run.browser.newContext({
      baseURL: run.workspace.url,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      ...looks[look],
    })
    return context.newPage()
  }
  const owner = await open()
  const ownScreens = screens.filter(({ isSignedOut }) => !isSignedOut)
  if (ownScreens.length > 0) await signIn(owner, run.workspace)
  for (const screen of ownScreens) await take(run, owner, screen, look)
  await owner.context().close()
  // Each by a stranger of its own: one of them signs up.
  for (const screen of screens.filter(({ isSignedOut }) => isSignedOut)) {
    const stranger = await open()
    await take(run, stranger, screen, look)
    await stranger.context().close()
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

async function take({ workspace, folder, say }: Run, page: Page, screen: Screen, look: string): Promise<void> {
  const file = join(folder, `${screen.name}.${look}.webp`)
  try {
    await page.goto(screen.path(workspace))
    await page.waitForLoadState('networkidle')
    await screen.act?.(page, workspace)
    await page.evaluate('document.fonts.ready')
    const png = await page.screenshot({ animations: 'disabled' })
    await sharp(png).webp({ quality: 70, effort: 5, smartSubsample: true }).toFile(file)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  say(file)
}
