import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import type { Database } from '@/lib/db/pool'
import { prepareChapter } from './history'
import { signIn, signUp } from './newcomer'
import { chapters, fileOf, type Screen, type Size, schemes, sizes, sizesOf, type Visitor, visitors } from './screen'
import type { Workspace } from './workspace'

/** One page for each, at the same time. Sizes of a group share a page load: the layout and the controls are the same. */
const groups: Size[][] = [['1440', '1280'], ['820'], ['375', '320']]

const actionTimeoutMs = 45_000
/** Higher pages are cut: a WebP image has at most 16,383 pixels a side. */
const heightMax = 16_000

type Run = { browser: Browser; workspace: Workspace; folder: string; onFile: (file: string) => void }

/**
 * Takes all screenshots of a chapter before the next, because each chapter changes every screen. A screen that fails
 * does not stop the others.
 *
 * @returns what failed
 */
export async function takeAll(run: Run, db: Database, wanted: readonly Screen[]): Promise<string[]> {
  const failures: string[] = []
  for (const chapter of chapters) {
    const screens = wanted.filter((screen) => (screen.chapter ?? 'week') === chapter)
    if (screens.length === 0) continue
    await prepareChapter(db, run.workspace, chapter)
    const taken = groups.map(async (group) => {
      for (const visitor of visitors) {
        const own = screens.filter((screen) => (screen.as ?? 'owner') === visitor && sizesIn(group, screen).length > 0)
        failures.push(...(await takeAs(run, { group, visitor, screens: own })))
      }
    })
    await Promise.all(taken)
  }
  return failures
}

const sizesIn = (group: readonly Size[], screen: Screen): Size[] =>
  group.filter((size) => sizesOf(screen).includes(size))

type Series = { group: readonly Size[]; visitor: Visitor; screens: readonly Screen[] }

/** One visitor's screens in the sizes of a group. */
async function takeAs(run: Run, { group, visitor, screens }: Series): Promise<string[]> {
  if (screens.length === 0) return []
  const context = await run.browser.newContext({
    baseURL: run.workspace.url,
    hasTouch: group.includes('820') || group.includes('375'),
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(actionTimeoutMs)
  const failures: string[] = []
  let page = await context.newPage()
  const workspace = visitor === 'newcomer' ? await signUp(page, run.workspace) : run.workspace
  if (visitor === 'owner') await signIn(page, workspace)
  for (const screen of screens) {
    try {
      await take({ ...run, workspace }, page, screen, sizesIn(group, screen))
    } catch (error) {
      failures.push(`${screen.name}, ${group.join(' and ')}: ${error instanceof Error ? error.message : error}`)
      // Without its open dialogs and intercepted requests.
      await page.close()
      page = await context.newPage()
    }
  }
  await context.close()
  return failures
}

async function take(
  { workspace, folder, onFile }: Run,
  page: Page,
  screen: Screen,
  own: readonly Size[],
): Promise<void> {
  const [first] = own
  if (first) await page.setViewportSize(sizes[first])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(screen.path(workspace))
  await page.waitForLoadState('networkidle')
  await screen.act?.(page, workspace)
  await page.evaluate('document.fonts.ready')
  for (const size of own) {
    if (size !== first) await resize(page, sizes[size])
    if (screen.isWhole) await showWhole(page, sizes[size].width)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      const file = fileOf(screen.name, size, colorScheme)
      const png = await page.screenshot({ animations: 'disabled' })
      await sharp(png).webp({ quality: 30, effort: 3, smartSubsample: true }).toFile(join(folder, file))
      onFile(file)
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  // Popovers and the calendar follow the window a frame or two later.
  await page.waitForTimeout(100)
}

/** A window as high as the page: a full-page screenshot would have the bottom bar in the middle. */
async function showWhole(page: Page, width: number): Promise<void> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await resize(page, { width, height: Math.min(height, heightMax) })
}
