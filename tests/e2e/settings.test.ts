import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getStoryAttribution } from '@/lib/insights/contract'
import { createStory } from '@/lib/stories/contract'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signIn,
  signUp,
  type TestPage,
} from '../support/browser'
import { linkReceivedBy } from '../support/mails'
import { aMember, anInvitation } from '../support/people'
import { rememberSecret } from '../support/product'

/** The settings do what they say, a link lets in whom it is for, and what is chosen is there with the first byte. */
const browser = aBrowser()

const linkOn = async (page: Page): Promise<string> => {
  const link = (await page.getByTestId('link').textContent()) ?? ''
  rememberSecret(link.split('/invitations/')[1] ?? '')
  return new URL(link).pathname
}

async function inviteAs(page: Page, email: string, role: 'Viewer' | 'Editor' | 'Admin'): Promise<string> {
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Invite somebody' }) })
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Role').selectOption({ label: role })
  await form.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('heading', { name: `Invitation sent to ${email}` }).waitFor()
  return linkOn(page)
}

/** As if the person had opened the link that sign-up mailed. */
async function confirmAddress(email: string): Promise<void> {
  await database().updateTable('users').set({ email_confirmed_at: new Date() }).where('email', '=', email).execute()
}

test.skipIf(!hasChromium)('somebody is invited, signs up by the link, is made admin, and is taken out', async () => {
  const page = await browser.newPage()
  const owner = await signUp(page)
  await open(page, `/${owner.projectId}/settings`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click()
  const email = `${randomUUID()}@example.com`
  const link = await inviteAs(page, email, 'Editor')

  // Shown once: a reload has the invitation and not its link.
  await open(page, `/${owner.projectId}/settings/members`)
  await page.getByRole('heading', { name: email }).waitFor()
  expect(await page.content()).not.toContain(link.split('/').at(-1))

  const guest = await browser.newPage()
  await open(guest, link)
  await guest.getByRole('heading', { name: /^Join “/ }).waitFor()
  // Whoever finds the link does not learn the address, and needs access to its mail.
  expect(await guest.content()).not.toContain(email)
  await guest.getByLabel('E-mail').fill(email)
  await guest.getByLabel('Your name').fill('Gustav Guest')
  await guest.getByLabel('Password').fill(randomUUID())
  await guest.getByRole('button', { name: 'Sign up' }).click()
  await guest.getByText('Check your inbox').waitFor()
  await open(guest, await linkReceivedBy(email, 'confirm-email'))
  await guest.getByRole('button', { name: 'Confirm and join' }).click()
  await guest.getByText('Address confirmed').waitFor()
  await open(guest, `/${owner.projectId}/settings/members`)

  await open(page, `/${owner.projectId}/settings/members`)
  await page.getByLabel('Role of Gustav Guest').selectOption({ label: 'Admin' })
  await page.getByText('Gustav Guest is admin now.').waitFor()
  await open(guest, `/${owner.projectId}/settings/members`)
  await guest.getByRole('heading', { name: 'Invite somebody' }).waitFor()
  // An owner is beyond an admin.
  expect(await guest.getByLabel(`Role of ${owner.name}`).count()).toBe(0)

  await page.getByRole('button', { name: 'More about Gustav Guest' }).click()
  await page.getByRole('menuitem', { name: 'Take Gustav Guest out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click()
  await page.getByText('Gustav Guest is out of the project.').waitFor()
  await guest.goto(`/${owner.projectId}/settings/members`)
  await guest.getByRole('heading', { name: /nothing here/i }).waitFor()
  expect([...page.faults, ...guest.faults]).toEqual([])
})

test.skipIf(!hasChromium)('the last owner is told why they cannot leave, hands over, and then can', async () => {
  const page = await browser.newPage()
  const { projectId, name } = await signUp(page)
  await aMember(projectId, 'editor', { name: 'Erna Heir' })
  await open(page, `/${projectId}/settings/members`)
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Leave the project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page
    .getByRole('alert')
    .getByText(/is the last owner of this project\. Make somebody else an owner first/)
    .waitFor()
  await page.keyboard.press('Escape')

  // By keyboard alone, as with every menu.
  await page.getByRole('button', { name: 'More about Erna Heir' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
  await page.getByText('Erna Heir owns the project now, and you are admin.').waitFor()
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Leave the project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'You have no project' }).waitFor()
  expect(page.faults).toEqual([])
})

describe('a link', () => {
  test.skipIf(!hasChromium)('of somebody else says whose it is, and opens after signing in as them', async () => {
    const page = await browser.newPage()
    const { projectId, name } = await signUp(page)
    const guest = await browser.newPage()
    const invited = await signUp(guest)
    await confirmAddress(invited.email)
    await open(page, `/${projectId}/settings/members`)
    const link = await inviteAs(page, invited.email, 'Viewer')

    const finder = await browser.newPage()
    await signUp(finder)
    await open(finder, link)
    await finder.getByText('You are signed in with another address').waitFor()
    expect(await finder.content()).not.toContain(invited.email)
    expect(await finder.getByRole('button', { name: /^Join/ }).count()).toBe(0)
    await finder.getByRole('link', { name: 'Sign out' }).click()
    await finder.getByRole('button', { name: 'Sign out' }).click()
    await finder.getByRole('link', { name: 'Sign in' }).click()
    await finder.waitForURL(/\/sign-in/)
    await finder.getByLabel('E-mail').fill(invited.email)
    await finder.getByLabel('Password').fill(invited.password)
    await finder.getByRole('button', { name: 'Sign in' }).click()
    await finder.getByRole('button', { name: /^Join/ }).click()
    await finder.waitForURL((url) => url.pathname.startsWith(`/${projectId}`))

    // It leads the new member to the project, and tells everybody else that it was used.
    await guest.goto(link)
    await guest.waitForURL((url) => url.pathname.startsWith(`/${projectId}`))
    const late = await browser.newPage()
    await open(late, link)
    await late.getByRole('heading', { name: 'This invitation was used' }).waitFor()
    await late.getByText(`otherwise ask ${name} for a new one`).waitFor()
    expect([...page.faults, ...guest.faults, ...finder.faults]).toEqual([])
  })

  test.skipIf(!hasChromium)('that is too old, taken back or none says so, with the next step', async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    const { user_id: userId } = await database()
      .selectFrom('project_members')
      .select('user_id')
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    const old = await anInvitation({ projectId, userId }, { isExpired: true })
    const open_ = await anInvitation({ projectId, userId })
    const guest = await browser.newPage()
    await open(guest, `/invitations/${old.token}`)
    await guest.getByRole('heading', { name: 'This invitation is too old' }).waitFor()
    await guest.getByText(/Ask Robin Tester for a new one/).waitFor()
    await open(guest, '/invitations/nothing-of-the-kind')
    await guest.getByRole('heading', { name: 'There is no such invitation' }).waitFor()

    await open(page, `/${projectId}/settings/members`)
    await page.getByText('Expired').waitFor()
    await page.getByRole('button', { name: `New link for ${old.email}` }).click()
    const renewed = await linkOn(page)
    await open(guest, renewed)
    await guest.getByRole('heading', { name: /^Join/ }).waitFor()
    await page.getByRole('button', { name: `Take back the invitation of ${open_.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await page.getByText(`The invitation of ${open_.email} is taken back.`).waitFor()
    await open(guest, `/invitations/${open_.token}`)
    await guest.getByRole('heading', { name: 'This invitation was taken back' }).waitFor()
    expect([...page.faults, ...guest.faults]).toEqual([])
  })
})

test.skipIf(!hasChromium)('another zone says what it does before it is saved', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/settings`)
  await page.getByLabel('Industry').fill('Bakery')
  await page.getByLabel('Time zone').fill('Asia/Tokyo')
  await page.getByText(/in Europe\/Berlin, GMT\+\d is .+ in Asia\/Tokyo, GMT\+9\./).waitFor()
  await page.getByText('What is scheduled keeps its moment').waitFor()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings are saved.').waitFor()
  await page.getByText('What changes').waitFor({ state: 'detached' })
  await page.reload()
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
  expect(await page.getByLabel('Industry').inputValue()).toBe('Bakery')
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('a project is deleted by its name and by nothing less', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/settings`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Type “/).fill("robin's project")
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await dialog.getByText(/This is not the name/).waitFor()
  await dialog.getByLabel(/^Type “/).fill("Robin's project")
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('heading', { name: 'You have no project' }).waitFor()
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('the preview of a tracking template is what a scheduled story then carries', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/settings/tracking`)
  await page.getByLabel('utm_campaign').fill('{{project_slug}}-{{yearmonth}}')
  await page.getByLabel('utm_content').fill('{{content_type}}-{{chanel}}')
  await page.getByText('There is no token {{chanel}}.').waitFor()
  await page.getByLabel('utm_content').fill('{{content_type}}-{{channel}}')
  await page.getByLabel('Content type').fill('Fresh bread')
  await page.getByLabel('Leads to').fill('https://example.com/shop?a=1#top')
  const shown = page.locator('dl div').filter({ has: page.locator('dt', { hasText: 'Threads' }) })
  const preview = (await shown.locator('dd').textContent()) ?? ''
  expect(preview).toContain('utm_source=threads')
  expect(preview).toContain('utm_content=fresh-bread-threads')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings are saved.').waitFor()

  const { story } = (await post(page, createStory.path, {
    project_id: projectId,
    caption: 'Fresh bread {{link}}',
    channels: ['threads'],
    content_type: 'Fresh bread',
    destination_url: 'https://example.com/shop?a=1#top',
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    connection_check: 'skip',
  })) as { story: { id: string } }
  const answer = await page.request.get(`${getStoryAttribution.path}?story_id=${story.id}`)
  const { channels } = (await answer.json()) as { channels: { destination_url: string }[] }
  expect(channels.map(({ destination_url }) => destination_url)).toEqual([preview])
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)(
  'dates are written as the person chose, from the first byte on and in every project',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    await open(page, `/${projectId}/settings/dates`)
    await page.getByLabel('Dates are written').selectOption('de-DE')
    await page.getByLabel('Clock').selectOption('h12')
    const sample = (await page.getByTestId('short').textContent()) ?? ''
    expect(sample).toMatch(/\d+\. \S+ ?\.?,? \d+:\d\d\s(AM|PM)/)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Dates are shown this way from now on.').waitFor()
    const joined = await database()
      .selectFrom('project_members')
      .select('created_at')
      .where('project_id', '=', projectId)
      .execute()
    const day = new Intl.DateTimeFormat('de-DE', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'Europe/Berlin',
    }).format(joined[0]?.created_at)
    // What the server sends, before any script has run.
    const first = await (await page.request.get(`/${projectId}/settings/members`)).text()
    expect(first).toContain(day)
    await open(page, `/${projectId}/settings/members`)
    await page.getByText(day).first().waitFor()
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)('who may approve is said by name, and the switch is kept', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await aMember(projectId, 'admin', { name: 'Ada Approver' })
  await aMember(projectId, 'editor', { name: 'Eddy Editor' })
  await open(page, `/${projectId}/settings/approval`)
  await page.getByText('Ada Approver').waitFor()
  expect(await page.getByText('Eddy Editor').count()).toBe(0)
  await page.getByLabel('Posts wait for an approval').check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings are saved.').waitFor()
  await page.reload()
  expect(await page.getByLabel('Posts wait for an approval').isChecked()).toBe(true)
  expect(page.faults).toEqual([])
})

const looks = [
  { width: 320, height: 740, colorScheme: 'light' },
  { width: 320, height: 740, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const

describe.each(looks)('$width pixels wide, $colorScheme', ({ colorScheme, ...viewport }) => {
  let page: TestPage
  let guest: TestPage
  let projectId: string
  let userId: string

  beforeAll(async () => {
    if (!hasChromium) return
    ;[page, guest] = await Promise.all([
      browser.newPage({ viewport, colorScheme }),
      browser.newPage({ viewport, colorScheme }),
    ])
    projectId = (await signUp(page)).projectId
    userId = (
      await database()
        .selectFrom('project_members')
        .select('user_id')
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
    ).user_id
    await aMember(projectId, 'admin', { name: 'Ada Approver' })
    await aMember(projectId, 'viewer', { name: 'Wolfeschlegelsteinhausenbergerdorff' })
    await anInvitation({ projectId, userId }, { isExpired: true })
  })

  const screens: Record<string, (page: Page) => Promise<unknown>> = {
    '': () => page.getByLabel('Time zone').fill('Asia/Tokyo'),
    members: async () => {
      await page.locator('summary', { hasText: 'What each role may do' }).click()
      await inviteAs(page, `${randomUUID()}@example.com`, 'Viewer')
    },
    approval: () => page.getByLabel('Posts wait for an approval').check(),
    tracking: () => page.getByLabel('utm_term').fill('{{nothing}}'),
    dates: () => page.getByLabel('Clock').selectOption('h12'),
  }
  test.skipIf(!hasChromium).each(Object.entries(screens))('settings/%s is sound', async (section, act) => {
    await open(page, `/${projectId}/settings/${section}`)
    await act(page)
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflowOf(page), 'pixels wider than the window').toBe(0)
    expect(page.faults.splice(0)).toEqual([])
  })

  test.skipIf(!hasChromium)('the page of a link is sound in each state', async () => {
    const [fresh, old] = [
      await anInvitation({ projectId, userId }),
      await anInvitation({ projectId, userId }, { isExpired: true }),
    ]
    const states: [string, Page, string][] = [
      ['signed-out', guest, fresh.token],
      ['wrong', page, fresh.token],
      ['expired', guest, old.token],
    ]
    for (const [state, shown, token] of states) {
      await open(shown, `/invitations/${token}`)
      expect([state, await seriousFindings(shown)]).toEqual([state, []])
      expect([state, await overflowOf(shown)]).toEqual([state, 0])
    }
    expect(guest.faults.splice(0)).toEqual([])
  })
})

/** The test above leaves one way of coming in untried: by somebody who has an account and is signed out. */
test.skipIf(!hasChromium)('who has an account signs in by the link and accepts', async () => {
  const [page, guest] = await Promise.all([browser.newPage(), browser.newPage()])
  const { projectId } = await signUp(page)
  const password = randomUUID()
  const { email } = await aMember((await signUp(await browser.newPage())).projectId, 'viewer', { password })
  await open(page, `/${projectId}/settings/members`)
  const link = await inviteAs(page, email, 'Viewer')
  await open(guest, link)
  await guest.getByRole('link', { name: 'Sign in' }).waitFor()
  await signIn(guest, { email, password })
  await guest.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  await open(guest, link)
  await guest.getByRole('button', { name: /^Join/ }).click()
  await guest.waitForURL((url) => url.pathname.startsWith(`/${projectId}`))
  expect(inject('productUrl')).toBe(new URL(guest.url()).origin)
  expect(guest.faults).toEqual([])
})
