import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { aSandboxAccount } from '@/tests/support/api/api'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signUpByForm,
  type TestPage,
} from '@/tests/support/browser/browser'
import { untilHydrated } from '@/tests/support/browser/hydration'

const browser = aBrowser()

const names: Record<ChannelId, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  ghost: 'Ghost',
  threads: 'Threads',
}
const consenting = channelIds.filter((channel) => channel !== 'ghost')

type Agreement = { account?: string; shared?: string[]; without?: string[]; refuses?: boolean }

/** On the sandbox's consent page: chooses accounts and scopes, then allows or refuses. */
async function decide(page: Page, { account, shared, without = [], refuses = false }: Agreement): Promise<void> {
  await page.waitForURL(`${inject('sandboxUrl')}/**`)
  await page.getByText('this replaces the network').waitFor()
  // All tests share one sandbox, so there can be hundreds of checkboxes.
  await page.evaluate(
    ([ids, scopes]) => {
      for (const box of document.querySelectorAll<HTMLInputElement>('input[name=shared]'))
        box.checked = ids === null || ids.includes(box.value)
      for (const box of document.querySelectorAll<HTMLInputElement>('input[name=scope]'))
        if (scopes.includes(box.value)) box.checked = false
    },
    [shared ?? null, without] as const,
  )
  if (account) await page.locator(`input[name=account][value="${account}"]`).check()
  await page.getByRole('button', { name: refuses ? 'Deny' : 'Allow' }).click()
}

/** Clicks before hydration do nothing, so it clicks again. */
async function clickUntilAtNetwork(page: Page, name: string): Promise<void> {
  const isThere = (url: URL): boolean => url.href.startsWith(inject('sandboxUrl'))
  const button = page.getByRole('button', { name })
  while (!isThere(new URL(page.url()))) {
    await button.click({ timeout: 2_000 }).catch(() => {})
    await page.waitForURL(isThere, { timeout: 2_000 }).catch(() => {})
  }
}

const connectButton = (page: Page, channel: ChannelId) =>
  page.getByRole('button', { name: `Connect ${names[channel]}`, exact: true })

/** A connection that works is reconnected from its menu. */
async function reconnect(page: Page, channel: ChannelId): Promise<void> {
  await page.getByRole('button', { name: `More about ${names[channel]}`, exact: true }).click()
  await page.getByRole('menuitem', { name: `Reconnect ${names[channel]}`, exact: true }).click()
}

type Connection = { id: string; channel: string; account_id: string; connected: boolean }

async function connectionsOf(page: Page, projectId: string): Promise<Connection[]> {
  const answer = await page.request.get(`/api/v1/social-connections?project_id=${projectId}`)
  return ((await answer.json()) as { connections: Connection[] }).connections
}

async function aPerson(): Promise<{ page: TestPage; projectId: string }> {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await open(page, `/${projectId}/connections`)
  return { page, projectId }
}

test.skipIf(!hasChromium)('connect all seven channels', async () => {
  const { page, projectId } = await aPerson()
  for (const channel of consenting) {
    const { account_id } = await aSandboxAccount(channel)
    await connectButton(page, channel).click()
    await decide(page, {
      account: channel === 'facebook' ? undefined : account_id,
      shared: channel === 'facebook' ? [account_id] : [],
    } as Agreement)
    await page.waitForURL(new RegExp(`/${projectId}/connections\\?consent=`))
    await page.getByText(`${names[channel]} is connected as`).waitFor()
    expect(await connectionsOf(page, projectId)).toContainEqual(
      expect.objectContaining({ channel, account_id, connected: true }),
    )
  }
  const site = await aSandboxAccount('ghost')
  await connectButton(page, 'ghost').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Site URL').fill(site.credentials.site_url ?? '')
  await dialog.getByLabel('Admin API key').fill(`${'a'.repeat(24)}:${'b'.repeat(64)}`)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByText('rejects the admin key').waitFor()
  await dialog.getByLabel('Admin API key').fill(site.credentials.admin_api_key ?? '')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await connectionsOf(page, projectId)).filter(({ connected }) => connected)).toHaveLength(7)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a refused consent shows an error with a retry', async () => {
  const { page, projectId } = await aPerson()
  const account = await aSandboxAccount('threads')
  await connectButton(page, 'threads').click()
  await decide(page, { refuses: true })
  await page.getByRole('alert').getByText('Nothing was connected').waitFor()
  // The code is not in the URL.
  expect(new URL(page.url()).search).toBe('')
  await clickUntilAtNetwork(page, 'Connect again')
  await decide(page, { account: account.account_id })
  await page.waitForURL(new RegExp(`/${projectId}/connections`))
  expect(await connectionsOf(page, projectId)).toMatchObject([{ account_id: account.account_id, connected: true }])
})

test.skipIf(!hasChromium)('choose one of several pages with the keyboard, narrow and dark', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 700 }, colorScheme: 'dark' })
  const { projectId } = await signUpByForm(page)
  await open(page, `/${projectId}/connections`)
  const pages = [await aSandboxAccount('facebook'), await aSandboxAccount('facebook')]
  await connectButton(page, 'facebook').click()
  await decide(page, { shared: pages.map(({ account_id }) => account_id) })
  await page.waitForURL(/\/connect\/consents\//)
  await untilHydrated(page)
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/${projectId}/connections\\?consent=`))
  const [made] = await connectionsOf(page, projectId)
  expect(made?.account_id).toBe(pages[1]?.account_id)
})

test.skipIf(!hasChromium)(
  'the consent page shows its project even if another project was opened meanwhile',
  async () => {
    const { page, projectId } = await aPerson()
    const pages = [await aSandboxAccount('facebook'), await aSandboxAccount('facebook')]
    const named = await page
      .getByRole('button', { name: /^Project: / })
      .first()
      .getAttribute('title')
    await connectButton(page, 'facebook').click()
    await page.waitForURL(`${inject('sandboxUrl')}/**`)
    const other = (await post(page, '/api/v1/projects', { name: 'Other brand' })) as { id: string }
    const url = inject('productUrl')
    await page.context().addCookies([{ name: 'storycast.project', value: other.id, url }])
    await decide(page, { shared: pages.map(({ account_id }) => account_id) })
    await page.waitForURL(/\/connect\/consents\//)
    await page.getByText(`For the project ${named?.replace('Project: ', '')}`).waitFor()
    await page
      .getByRole('button', { name: named ?? '', exact: true })
      .first()
      .waitFor()
    const connections = page.getByRole('link', { name: 'Connections' }).first()
    expect(await connections.getAttribute('href')).toBe(`/${projectId}/connections`)
    expect(await connections.getAttribute('aria-current')).toBe('page')
  },
)

test.skipIf(!hasChromium)('missing permissions are named, with a retry', async () => {
  const { page, projectId } = await aPerson()
  const account = await aSandboxAccount('instagram')
  await connectButton(page, 'instagram').click()
  await decide(page, { account: account.account_id, without: ['instagram_business_content_publish'] })
  await page.getByText('A permission is missing').waitFor()
  await page.getByText('instagram_business_content_publish').waitFor()
  await page.getByText('Storycast needs this to publish posts').waitFor()
  await untilHydrated(page)
  expect(await seriousFindings(page)).toEqual([])
  await clickUntilAtNetwork(page, 'Connect again')
  // A missing optional permission: connected with a warning.
  await decide(page, { account: account.account_id, without: ['instagram_business_manage_insights'] })
  await page.getByText('Because of missing permissions Storycast cannot').waitFor()
  expect(await connectionsOf(page, projectId)).toMatchObject([{ connected: true }])
})

test.skipIf(!hasChromium)(
  'reconnecting keeps the connection and scheduled posts; a different account needs confirmation',
  async () => {
    const { page, projectId } = await aPerson()
    const [first, second] = [await aSandboxAccount('x'), await aSandboxAccount('x')]
    await connectButton(page, 'x').click()
    await decide(page, { account: first.account_id })
    await page.waitForURL(/consent=/)
    const [before] = await connectionsOf(page, projectId)
    const { story } = (await post(page, '/api/v1/stories', {
      project_id: projectId,
      caption: 'Stays where it is',
      channels: ['x'],
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    })) as { story: { id: string } }
    await open(page, `/${projectId}/connections`)
    await reconnect(page, 'x')
    await decide(page, { account: first.account_id })
    await page.waitForURL(/consent=/)
    expect(await connectionsOf(page, projectId)).toMatchObject([{ id: before?.id, connected: true }])
    await open(page, `/${projectId}/stories/${story.id}`)
    await page.getByText('Stays where it is').first().waitFor()

    await open(page, `/${projectId}/connections`)
    await reconnect(page, 'x')
    await decide(page, { account: second.account_id })
    await page.getByText('This is a different account').waitFor()
    await untilHydrated(page)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Use another account' }).click()
    await decide(page, { account: first.account_id })
    await page.waitForURL(/\/connections\?consent=/)
    expect(await connectionsOf(page, projectId)).toMatchObject([{ id: before?.id, account_id: first.account_id }])
  },
)

test.skipIf(!hasChromium)('an unknown callback shows an error', async () => {
  const { page } = await aPerson()
  await open(page, '/connect/x/callback?state=made-up&oauth_token=a&oauth_verifier=b')
  await page.getByText('Unknown return link').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})
