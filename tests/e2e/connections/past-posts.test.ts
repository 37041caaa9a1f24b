import { expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
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
import { chooseOption, storyAction } from '@/tests/support/browser/controls'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'import the past posts of an account, see them marked, delete one, remove the rest',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUpByForm(page)
    const { account_id, account_name, credentials } = await aSandboxAccount('threads')
    const named = { project_id: projectId, channel: 'threads', account_id, account_name, credentials }
    await post(page, createConnection.path, named)
    await control('POST', `/control/accounts/threads/${account_id}/past-posts`, { count: 4, days: 40 })

    await open(page, `/${projectId}/connections`)
    await page.getByRole('button', { name: 'More about Threads' }).click()
    await page.getByRole('menuitem', { name: 'Import past posts' }).click()
    const dialog = page.getByRole('dialog')
    await chooseOption(dialog.getByLabel('How far back'), 'Last 30 days')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/past posts imported/).waitFor({ timeout: 20_000 })
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })

    await open(page, `/${projectId}/stories`)
    await page.getByText('Imported', { exact: true }).filter({ visible: true }).first().waitFor()
    await page.getByRole('link', { name: 'Past post 1', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Past post 1' }).waitFor()
    await storyAction(page, 'Delete')
    await page.getByRole('dialog').getByText('The post stays online').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Imported post deleted.').waitFor()

    await open(page, `/${projectId}/connections`)
    await page.getByRole('button', { name: 'More about Threads' }).click()
    await page.getByRole('menuitem', { name: 'Remove imported posts…' }).click()
    await page.getByRole('dialog').getByText('Nothing changes on Threads.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText(/imported posts? removed/).waitFor()
    expect(page.errors).toEqual([])
  },
)
