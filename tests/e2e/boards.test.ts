import { expect, inject, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { getStory } from '@/lib/stories/contract'
import { aSandboxAccount, control } from '../support/api'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUpByForm } from '../support/browser'

const browser = aBrowser()

// Nobody has to know an id: boards are made, chosen and named in the browser.
test.skipIf(!hasChromium)(
  'a default board is chosen, a new one made, and a story goes to a board and its section',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUpByForm(page)
    const account = await aSandboxAccount('pinterest')
    const { account_id, account_name, credentials } = account
    const named = { project_id: projectId, channel: 'pinterest', account_id, account_name, credentials }
    await post(page, createConnection.path, named)

    await open(page, `/${projectId}/connections`)
    const chooser = page.getByLabel('Default board')
    await chooser.selectOption({ label: 'Quiet mornings' })
    await page.getByText('Pins go to “Quiet mornings”.').waitFor()
    await page.getByRole('button', { name: 'New board' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Winter bread')
    await dialog.getByLabel('Use it for stories').check()
    await dialog.getByRole('button', { name: 'Make the board' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => chooser.locator('option:checked').textContent()).toBe('Winter bread')
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 900 })

    // A section that was made at Pinterest meanwhile.
    const board = account.boards?.[0]
    const section = await fetch(`${inject('sandboxUrl')}/pinterest/v5/boards/${board?.id}/sections`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Rye' }),
    })
    const { id: sectionId } = (await section.json()) as { id: string }

    await open(page, `/${projectId}/compose`)
    await page.getByLabel('Caption', { exact: true }).fill('Bread')
    await page.getByRole('tab', { name: 'Pinterest' }).click()
    const boards = page.getByLabel('Board', { exact: true })
    expect(await boards.locator('option:checked').textContent()).toBe('Default: Winter bread')
    await boards.selectOption({ label: board?.name ?? '' })
    await page.getByLabel('Board section').selectOption({ label: 'Rye' })
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const saved = await (await page.request.get(getStory.path.replace(':id', id))).json()
    expect(saved.channel_overrides).toEqual({ pinterest: { board_id: board?.id, board_section_id: sectionId } })

    // While Pinterest is away the boards stay as they were, and a refusal is told.
    await control('POST', `/control/accounts/pinterest/${account_id}/revoke-token`)
    await open(page, `/${projectId}/connections`)
    await page.getByRole('button', { name: 'Refresh the boards' }).click()
    await page.getByText('Pinterest no longer accepts the access to this account.').waitFor()
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)('what becomes of a post at a Ghost site is chosen and kept', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^Ghost/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Bread')
  await page.getByRole('tab', { name: 'Ghost' }).click()
  await page.getByLabel('Headline').fill('On bread')
  await page.getByLabel('At the site').selectOption('draft')
  await page.getByLabel('Who may read it').selectOption('members')
  await page.getByLabel('Canonical address').fill('not an address')
  await page.getByText('The canonical address for Ghost is not a whole address.').waitFor()
  await page.getByLabel('Canonical address').fill('https://first.example/bread')
  await page.getByLabel('Excerpt').fill('In short')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const saved = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(saved.channel_overrides).toEqual({
    ghost: {
      title: 'On bread',
      status: 'draft',
      visibility: 'members',
      canonical_url: 'https://first.example/bread',
      excerpt: 'In short',
    },
  })
  expect(page.faults).toEqual([])
})
