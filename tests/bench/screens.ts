import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { queryOf } from '@/components/calendar/data/view-state'
import { dayOf } from '@/components/time/local-time'
import { connect } from '@/lib/db/pool'
import { findChromium, quietChromium } from '@/scripts/testing/chromium'
import { weightKb } from '@/tests/support/browser/page-weight'
import { startProduct } from '@/tests/support/servers/product'
import { median, ms, report } from './report'

/** CPU slowdown factor, to simulate a mid-range phone. */
const slowdown = 4
const loads = 3
const monthStories = 5_000
/** Max size of a page's scripts, gzipped. */
const budgetsKb = { plain: 220, large: 320 }
const testZone = 'Europe/Berlin'
const pressMs = 100

type Shown = {
  name: string
  path: string
  budgetKb: number
  /** A typical interaction. */
  interact: (page: Page) => Promise<unknown>
}

const openPalette = (page: Page): Promise<unknown> =>
  page.keyboard.press('Control+k').then(() => page.getByPlaceholder('Search stories, screens and actions').waitFor())

/** Points and presses like a person. A click of Playwright sends all events at once, and each would wait for the last. */
async function openStory(page: Page): Promise<void> {
  await page.locator('[data-date], [data-story]').first().waitFor()
  await page.locator('[data-story]:visible').first().hover()
  await page.waitForTimeout(pressMs)
  await page.mouse.down()
  await page.waitForTimeout(pressMs)
  await page.mouse.up()
  await page.getByRole('dialog').waitFor()
}

const screensOf = (projectId: string, storyId: string): Shown[] => [
  {
    name: 'calendar, 5,000 in the month',
    path: `/${projectId}/calendar?view=month`,
    budgetKb: budgetsKb.large,
    // Shortcuts work once FullCalendar has replaced the server-rendered month.
    interact: async (page) => {
      await page.locator('[data-date]').first().waitFor()
      await page.keyboard.press('w')
      await page.waitForFunction("location.search.includes('view=week')")
    },
  },
  ...(['month', 'week', 'list'] as const).map((view) => ({
    name: `calendar, open a story in the ${view}`,
    path: `/${projectId}/calendar?view=${view}`,
    budgetKb: budgetsKb.large,
    interact: openStory,
  })),
  {
    name: 'composer',
    path: `/${projectId}/compose`,
    budgetKb: budgetsKb.large,
    interact: (page) => page.getByLabel('Caption', { exact: true }).pressSequentially('Warm bread, every morning'),
  },
  ...['stories', 'queue', 'media', 'analytics', 'connections', 'webhooks', 'notifications', 'settings'].map((name) => ({
    name,
    path: `/${projectId}/${name}`,
    budgetKb: budgetsKb.plain,
    interact: openPalette,
  })),
  { name: 'a story', path: `/${projectId}/stories/${storyId}`, budgetKb: budgetsKb.plain, interact: openPalette },
  { name: 'developer', path: '/developer', budgetKb: budgetsKb.plain, interact: openPalette },
  { name: 'oauth apps', path: '/developer/apps', budgetKb: budgetsKb.plain, interact: openPalette },
]

/** Script size, largest contentful paint, layout shift and slowest interaction of each screen, on a slowed CPU. */
export async function benchScreens(): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) return report('screens', 'skipped', 'no Chromium is installed')
  const product = await startProduct({ withWorker: false })
  const browser = await chromium.launch({ executablePath, args: quietChromium })
  const context = await browser.newContext({
    // Waiting for an expression needs eval, which the pages' policy forbids.
    bypassCSP: true,
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: testZone,
  })
  const { projectId, storyId } = await setUp(context, product.databaseUrl)
  for (const shown of screensOf(projectId, storyId)) await measure(context, shown)
  await measureMonth(context, projectId)
  await browser.close()
  await product.stop()
}

/** Signs up and fills the current month. */
async function setUp(context: BrowserContext, databaseUrl: string) {
  const page = await context.newPage()
  await page.goto('/sign-up')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Your name').fill('Robin Bench')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Password').fill(randomUUID())
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/\/start$/)
  const projectId = new URL(page.url()).pathname.split('/')[1] ?? ''
  await page.close()
  const { db, close } = connect(databaseUrl, 1)
  const { rows } = await sql<{ id: string }>`
    insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at)
    select gen_random_uuid(), ${projectId}, 'Story ' || n, '{x,threads}', 'single', 'scheduled',
      date_trunc('month', now()) + make_interval(mins => n * 8)
    from generate_series(1, ${monthStories}::int) n returning id`.execute(db)
  await sql`
    insert into queue_items (id, story_id, project_id, channel, status, scheduled_at, next_attempt_at)
    select gen_random_uuid(), s.id, s.project_id, c.channel, 'approved', s.scheduled_at, s.scheduled_at
    from stories s cross join unnest(s.channels) as c(channel) where s.project_id = ${projectId}`.execute(db)
  await sql`vacuum (analyze) stories`.execute(db)
  await sql`vacuum (analyze) queue_items`.execute(db)
  await close()
  return { projectId, storyId: rows[0]?.id ?? '' }
}

type Vitals = { lcp: number; shift: number; interaction: number }

async function measure(context: BrowserContext, { name, path, budgetKb, interact }: Shown): Promise<void> {
  const warm = await context.newPage()
  await warm.goto(path)
  const weight = await weightKb(warm, path)
  await warm.close()
  const seen: Vitals[] = []
  for (let load = 0; load < loads; load++) seen.push(await loadOnce(context, path, interact))
  const of = (member: keyof Vitals): number => median(seen.map((vitals) => vitals[member]))
  report(
    name,
    `${Math.round(weight)} kB`,
    `of ${budgetKb} kB`,
    `paint ${ms(of('lcp'))} (1,500)   interaction ${ms(of('interaction'))} (200)   shift ${of('shift').toFixed(3)} (0.05)`,
  )
}

async function loadOnce(context: BrowserContext, path: string, interact: Shown['interact']): Promise<Vitals> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(isHydrated)
  await interact(page)
  // An interaction's entry is recorded after its paint.
  await page.waitForFunction('new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true), 120)))')
  const vitals = (await page.evaluate('globalThis.vitals')) as Vitals
  await page.close()
  return vitals
}

const requests = 10

/** Load time of a full month's data, number of rendered elements, and frame times of a drag across it. */
async function measureMonth(context: BrowserContext, projectId: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`/${projectId}/calendar?view=month`)
  await page.waitForLoadState('networkidle')
  const place = { view: 'month' as const, date: dayOf(new Date(), testZone), filter: { status: null, channel: null } }
  const query = new URLSearchParams({
    project_id: projectId,
    ...queryOf(place, { timeZone: testZone, locale: 'en-GB' }),
  })
  const took: number[] = []
  for (let time = 0; time < requests; time++) {
    const startedMs = performance.now()
    const answer = await page.request.get(`/api/v1/calendar?${query}`)
    if (!answer.ok()) throw new Error(await answer.text())
    took.push(performance.now() - startedMs)
  }
  const nodes = await page.evaluate('document.querySelectorAll("*").length')
  const { longest, usual } = await dragAcross(page)
  report(
    'month of 5,000',
    `data ${ms(median(took))}`,
    'of 200 ms',
    `drag frame: median ${ms(usual)}, longest ${ms(longest)}   ${nodes} elements`,
  )
  await page.close()
}

/** Drags a chip across the month and back, so that nothing is moved. */
async function dragAcross(page: Page): Promise<{ longest: number; usual: number }> {
  const [chip, last] = [page.locator('[data-stop][data-story]').first(), page.locator('[data-date]').last()]
  const [from, to] = [await chip.boundingBox(), await last.boundingBox()]
  if (!from || !to) throw new Error('The month has no chip or no day.')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.evaluate(`
    globalThis.frames = []
    let before = performance.now()
    const next = (at) => { frames.push(at - before); before = at; requestAnimationFrame(next) }
    requestAnimationFrame(next)`)
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 60 })
  await page.mouse.move(from.x + 20, from.y + 10, { steps: 60 })
  const frames = (await page.evaluate('frames.slice(1)')) as number[]
  await page.mouse.up()
  return { longest: Math.max(...frames), usual: median(frames) }
}

/** React marks the elements that it has hydrated. A string, because tsx adds a helper to functions that the page lacks. */
const isHydrated = `
  !document.querySelector('[inert]') &&
  [...document.querySelectorAll('a[href], button, input')].every((element) =>
    Object.keys(element).some((name) => name.startsWith('__reactProps$')))
`

/** As defined by web.dev: the last largest paint, shifts without input, the longest event of an interaction. */
const watch = `
  globalThis.vitals = { lcp: 0, shift: 0, interaction: 0 }
  const observe = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  observe('largest-contentful-paint', (entry) => { vitals.lcp = entry.startTime })
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.shift += entry.value })
  observe('event', (entry) => {
    if (entry.interactionId) vitals.interaction = Math.max(vitals.interaction, entry.duration)
  }, { durationThreshold: 16 })
`
