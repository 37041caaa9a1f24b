import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getStoryAttribution } from '@/lib/slide-insights/contract'
import { createStory } from '@/lib/stories/contract'
import { linkReceivedBy } from '@/tests/support/api/mails'
import { aMember, anInvitation } from '@/tests/support/api/members'
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
} from '@/tests/support/browser/browser'
import { chooseOption, searchOption } from '@/tests/support/browser/controls'
import { addPillar } from '@/tests/support/browser/pillars'
import { recordSecret } from '@/tests/support/processes/leak-log'

/** Members, invitations, project settings, tracking, dates and approval. */
const browser = aBrowser()

const linkOn = async (page: Page): Promise<string> => {
  const link = (await page.getByTestId('link').textContent()) ?? ''
  recordSecret(link.split('/invitations/')[1] ?? '')
  return new URL(link).pathname
}

async function inviteAs(page: Page, email: string, role: 'Viewer' | 'Editor' | 'Admin'): Promise<string> {
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Invite a member' }) })
  await form.getByLabel('Email').fill(email)
  await chooseOption(form.getByLabel('Role'), role)
  await form.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('heading', { name: `Invitation sent to ${email}` }).waitFor()
  return linkOn(page)
}

/** Confirms the address like the mailed link. */
async function confirmAddress(email: string): Promise<void> {
  await database().updateTable('users').set({ email_confirmed_at: new Date() }).where('email', '=', email).execute()
}

test.skipIf(!hasChromium)('invite a user, who signs up, becomes admin and is removed', async () => {
  const page = await browser.newPage()
  const owner = await signUp(page)
  await open(page, `/${owner.projectId}/settings`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click()
  const email = `${randomUUID()}@example.com`
  const link = await inviteAs(page, email, 'Editor')

  // The link is not shown after a reload.
  await open(page, `/${owner.projectId}/settings/members`)
  await page.getByRole('heading', { name: email }).waitFor()
  expect(await page.content()).not.toContain(link.split('/').at(-1))

  const guest = await browser.newPage()
  await open(guest, link)
  await guest.getByRole('heading', { name: /^Join “/ }).waitFor()
  // The link does not reveal the address, and accepting needs access to its mail.
  expect(await guest.content()).not.toContain(email)
  await guest.getByLabel('Email').fill(email)
  await guest.getByLabel('Your name').fill('Gustav Guest')
  await guest.getByLabel('Password').fill(randomUUID())
  await guest.getByRole('button', { name: 'Sign up' }).click()
  await guest.getByText('Check your inbox').waitFor()
  await open(guest, await linkReceivedBy(email, 'confirm-email'))
  await guest.getByRole('button', { name: 'Confirm and join' }).click()
  await guest.getByText('Address confirmed').waitFor()
  await open(guest, `/${owner.projectId}/settings/members`)

  await open(page, `/${owner.projectId}/settings/members`)
  await chooseOption(page.getByLabel('Role of Gustav Guest'), 'Admin')
  await page.getByText('Gustav Guest is now admin.').waitFor()
  await open(guest, `/${owner.projectId}/settings/members`)
  await guest.getByRole('heading', { name: 'Invite a member' }).waitFor()
  // An admin cannot change an owner.
  expect(await guest.getByLabel(`Role of ${owner.name}`).count()).toBe(0)

  await page.getByRole('button', { name: 'More about Gustav Guest' }).click()
  await page.getByRole('menuitem', { name: 'Remove Gustav Guest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Gustav Guest removed.').waitFor()
  await guest.goto(`/${owner.projectId}/settings/members`)
  await guest.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect([...page.errors, ...guest.errors]).toEqual([])
})

test.skipIf(!hasChromium)('the last owner can leave only after transferring the project', async () => {
  const page = await browser.newPage()
  const { projectId, name } = await signUp(page)
  await aMember(projectId, 'editor', { name: 'Erna Heir' })
  await open(page, `/${projectId}/settings/members`)
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Leave project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page
    .getByRole('alert')
    .getByText(/is the last owner of this project\. Make another member an owner first/)
    .waitFor()
  await page.keyboard.press('Escape')

  // Keyboard only.
  await page.getByRole('button', { name: 'More about Erna Heir' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click()
  await page.getByText('Erna Heir is now owner and you are admin.').waitFor()
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Leave project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  expect(page.errors).toEqual([])
})

describe('an invitation link', () => {
  test.skipIf(!hasChromium)('for another account: shows whose it is and works after signing in', async () => {
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
    await finder.getByText('You are signed in with another email').waitFor()
    expect(await finder.content()).not.toContain(invited.email)
    expect(await finder.getByRole('button', { name: /^Join/ }).count()).toBe(0)
    await finder.getByRole('link', { name: 'Sign out' }).click()
    await finder.getByRole('button', { name: 'Sign out' }).click()
    await finder.getByRole('link', { name: 'Sign in' }).click()
    await finder.waitForURL(/\/sign-in/)
    await finder.getByLabel('Email').fill(invited.email)
    await finder.getByLabel('Password').fill(invited.password)
    await finder.getByRole('button', { name: 'Sign in' }).click()
    await finder.getByRole('button', { name: /^Join/ }).click()
    await finder.waitForURL((url) => url.pathname.startsWith(`/${projectId}`))

    // It opens the project for the new member, and is already used for others.
    await guest.goto(link)
    await guest.waitForURL((url) => url.pathname.startsWith(`/${projectId}`))
    const late = await browser.newPage()
    await open(late, link)
    await late.getByRole('heading', { name: 'This invitation was already used' }).waitFor()
    await late.getByText(`Otherwise ask ${name} for a new one`).waitFor()
    expect([...page.errors, ...guest.errors, ...finder.errors]).toEqual([])
  })

  test.skipIf(!hasChromium)('expired, revoked or unknown: shows an error', async () => {
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
    await guest.getByRole('heading', { name: 'This invitation has expired' }).waitFor()
    await guest.getByText(/Ask Robin Tester for a new one/).waitFor()
    await open(guest, '/invitations/nothing-of-the-kind')
    await guest.getByRole('heading', { name: 'Invitation not found' }).waitFor()

    await open(page, `/${projectId}/settings/members`)
    await page.getByText('Expired', { exact: true }).waitFor()
    await page.getByRole('button', { name: `New link for ${old.email}` }).click()
    const renewed = await linkOn(page)
    await open(guest, renewed)
    await guest.getByRole('heading', { name: /^Join/ }).waitFor()
    await page.getByRole('button', { name: `Revoke the invitation for ${open_.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText(`Invitation for ${open_.email} revoked.`).waitFor()
    await open(guest, `/invitations/${open_.token}`)
    await guest.getByRole('heading', { name: 'This invitation was revoked' }).waitFor()
    expect([...page.errors, ...guest.errors]).toEqual([])
  })
})

test.skipIf(!hasChromium)('a new time zone shows its effect before saving', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/settings`)
  await page.getByLabel('Industry').fill('Bakery')
  await searchOption(page.getByLabel('Time zone'), 'Asia/Tokyo')
  await page.getByText(/in Europe\/Berlin, GMT\+\d is .+ in Asia\/Tokyo, GMT\+9\./).waitFor()
  await page.getByText('Scheduled posts are published at the same moment').waitFor()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved.').waitFor()
  await page.getByText('What changes').waitFor({ state: 'detached' })
  await page.reload()
  expect(await page.getByLabel('Time zone').textContent()).toBe('Asia/Tokyo')
  expect(await page.getByLabel('Industry').inputValue()).toBe('Bakery')
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('deleting a project needs its exact name', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/settings`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Type “/).fill("robin's project")
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await dialog.getByText(/The name doesn’t match/).waitFor()
  await dialog.getByLabel(/^Type “/).fill("Robin's project")
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('the tracking preview matches the link of a scheduled story', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await addPillar(page, projectId, { name: 'Fresh bread', content_type: 'bread' })
  await open(page, `/${projectId}/settings/tracking`)
  await page.getByLabel('utm_campaign').fill('{{project_slug}}-{{yearmonth}}')
  await page.getByLabel('utm_content').fill('{{content_type}}-{{chanel}}')
  await page.getByText('Unknown token {{chanel}}.').waitFor()
  await page.getByLabel('utm_content').fill('{{content_type}}-{{channel}}')
  await chooseOption(page.getByRole('combobox', { name: 'Pillar' }), 'Fresh bread')
  await page.getByLabel('Link', { exact: true }).fill('https://example.com/shop?a=1#top')
  const shown = page.locator('dl div').filter({ has: page.locator('dt', { hasText: 'Threads' }) })
  const preview = (await shown.locator('dd').textContent()) ?? ''
  expect(preview).toContain('utm_source=threads')
  expect(preview).toContain('utm_content=fresh-bread-threads')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved.').waitFor()

  const { story } = (await post(page, createStory.path, {
    project_id: projectId,
    caption: 'Fresh bread {{link}}',
    channels: ['threads'],
    content_type: 'bread',
    destination_url: 'https://example.com/shop?a=1#top',
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    connection_check: 'skip',
  })) as { story: { id: string } }
  const answer = await page.request.get(`${getStoryAttribution.path}?story_id=${story.id}`)
  const { channels } = (await answer.json()) as { channels: { destination_url: string }[] }
  expect(channels.map(({ destination_url }) => destination_url)).toEqual([preview])
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('the date format applies to server-rendered dates in every project', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/settings/dates`)
  await chooseOption(page.getByLabel('Date format'), 'Deutsch (Deutschland)')
  await chooseOption(page.getByLabel('Time format'), /^12 hours/)
  const sample = (await page.getByTestId('short').textContent()) ?? ''
  expect(sample).toMatch(/\d+\. \S+ ?\.?,? \d+:\d\d\s(AM|PM)/)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Date format saved.').waitFor()
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
  // The server's HTML, before any script.
  const first = await (await page.request.get(`/${projectId}/settings/members`)).text()
  expect(first).toContain(day)
  await open(page, `/${projectId}/settings/members`)
  await page.getByText(day).first().waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('approvers are listed, and the switch is saved', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await aMember(projectId, 'admin', { name: 'Ada Approver' })
  await aMember(projectId, 'editor', { name: 'Eddy Editor' })
  await open(page, `/${projectId}/settings/approval`)
  await page.getByText('Ada Approver').waitFor()
  expect(await page.getByText('Eddy Editor').count()).toBe(0)
  await page.getByLabel('New posts need approval').check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved.').waitFor()
  await page.reload()
  expect(await page.getByLabel('New posts need approval').isChecked()).toBe(true)
  expect(page.errors).toEqual([])
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
    '': () => searchOption(page.getByLabel('Time zone'), 'Asia/Tokyo'),
    members: async () => {
      await page.locator('summary', { hasText: 'Permissions by role' }).click()
      await inviteAs(page, `${randomUUID()}@example.com`, 'Viewer')
    },
    approval: () => page.getByLabel('New posts need approval').check(),
    tracking: () => page.getByLabel('utm_term').fill('{{nothing}}'),
    dates: () => chooseOption(page.getByLabel('Time format'), /^12 hours/),
  }
  test.skipIf(!hasChromium).each(Object.entries(screens))(
    'settings/%s is accessible and fits',
    async (section, act) => {
      await open(page, `/${projectId}/settings/${section}`)
      await act(page)
      expect(await seriousFindings(page)).toEqual([])
      expect(await overflowOf(page), 'pixels wider than the window').toBe(0)
      expect(page.errors.splice(0)).toEqual([])
    },
  )

  test.skipIf(!hasChromium)('invitation pages are accessible and fit in each state', async () => {
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
    expect(guest.errors.splice(0)).toEqual([])
  })
})

/** Not covered above: an existing, signed-out user. */
test.skipIf(!hasChromium)('an existing user signs in from the link and accepts', async () => {
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
  expect(guest.errors).toEqual([])
})
