import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { getStory } from '@/lib/stories/contract'
import { aSandboxAccount, control } from '@/tests/support/api/api'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signUpByForm,
} from '@/tests/support/browser/browser'
import { finish } from '@/tests/support/browser/composer'
import { chooseOption } from '@/tests/support/browser/controls'

const browser = aBrowser()

async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More about Pinterest' }).click()
  await page.getByRole('menuitem', { name }).click()
}

// Pinterest boards are created and selected in the browser.
test.skipIf(!hasChromium)('set a default board, create a board, choose a board and section for a story', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  const account = await aSandboxAccount('pinterest')
  const { account_id, account_name, credentials } = account
  const named = { project_id: projectId, channel: 'pinterest', account_id, account_name, credentials }
  await post(page, createConnection.path, named)

  await open(page, `/${projectId}/connections`)
  const chooser = page.getByLabel('Default board')
  await chooseOption(chooser, 'Quiet mornings')
  await page.getByText('Default board: “Quiet mornings”.').waitFor()
  await chooseAction(page, 'New board')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Winter bread')
  await dialog.getByLabel('Use as default board').check()
  await dialog.getByRole('button', { name: 'Create board' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => chooser.textContent()).toBe('Winter bread')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  // A section created on Pinterest.
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
  expect(await boards.textContent()).toBe('Default: Winter bread')
  await chooseOption(boards, board?.name ?? '')
  await chooseOption(page.getByLabel('Board section'), 'Rye')
  expect(await seriousFindings(page)).toEqual([])
  await finish(page, 'Save draft')
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const saved = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(saved.channel_overrides).toEqual({ pinterest: { board_id: board?.id, board_section_id: sectionId } })

  // The boards stay visible if Pinterest fails, with an error.
  await control('POST', `/control/accounts/pinterest/${account_id}/revoke-token`)
  await open(page, `/${projectId}/connections`)
  await chooseAction(page, 'Refresh boards')
  await page.getByText('Pinterest no longer accepts this connection.').waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('Ghost options of a story are saved', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^Ghost/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Bread')
  await page.getByRole('tab', { name: 'Ghost' }).click()
  await page.getByLabel('Headline').fill('On bread')
  await chooseOption(page.getByLabel('Status on the site'), 'Draft')
  await chooseOption(page.getByLabel('Visibility'), 'Members')
  await page.getByLabel('Canonical URL').fill('not an address')
  await page.getByText('Enter a full URL, starting with https://.').waitFor()
  await page.getByLabel('Canonical URL').fill('https://first.example/bread')
  await page.getByLabel('Excerpt').fill('In short')
  expect(await seriousFindings(page)).toEqual([])
  await finish(page, 'Save draft')
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
  expect(page.errors).toEqual([])
})
