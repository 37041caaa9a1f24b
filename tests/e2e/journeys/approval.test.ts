/** An editor asks for approval, an admin rejects, the editor fixes it, the admin approves, and it is published. */
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { database } from '@/lib/db/pool'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  seriousFindings,
  type TestPage,
  testZone,
} from '@/tests/support/browser/browser'
import { setTime } from '@/tests/support/browser/composer'
import { aMember, anOwner } from '@/tests/support/browser/team'

const browser = aBrowser()

async function ask(editor: TestPage, caption: string): Promise<void> {
  await editor.getByLabel('Caption', { exact: true }).fill(caption)
  await setTime(editor, localOf(new Date(), testZone))
  await editor.getByRole('button', { name: 'Send for approval' }).click()
  await editor.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  await editor.getByText('Sent for approval.').waitFor()
}

test.skipIf(!hasChromium)(
  'approval: ask, reject with a reason, fix, approve, publish',
  async () => {
    const { page: admin, projectId } = await anOwner(browser, 'threads')
    await database().updateTable('projects').set({ require_approval: true }).where('id', '=', projectId).execute()
    const editor = await aMember(browser, projectId, 'editor')

    await open(editor, `/${projectId}/compose`)
    await ask(editor, 'Fresh bread, come and hear it.')
    // Editors see whom to ask and no buttons.
    await editor.getByText('Ask an admin or owner to approve posts').waitFor()
    expect(await editor.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
    expect(await seriousFindings(editor)).toEqual([])

    await open(admin, `/${projectId}/queue`)
    await admin.getByRole('heading', { name: 'Needs your approval' }).waitFor()
    expect(await seriousFindings(admin)).toEqual([])
    await admin.getByRole('button', { name: 'Reject for Threads' }).click()
    await admin.getByLabel('Reason').fill('Bread is seen, not heard.')
    await admin.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await admin.getByText('Rejected for Threads.').waitFor()

    // The editor reads the reason, and sends the same story again. It has one word for its status.
    await editor.reload()
    await editor.getByText('Bread is seen, not heard.').first().waitFor()
    expect(await editor.getByText('Rejected', { exact: true }).count()).toBe(2)
    expect(await editor.getByText('Cancelled', { exact: true }).count()).toBe(0)
    await editor.getByRole('button', { name: 'Edit and send for approval' }).click()
    await editor.waitForURL(/\/edit$/)
    expect(await editor.getByLabel('Caption', { exact: true }).inputValue()).toBe('Fresh bread, come and hear it.')
    await ask(editor, 'Fresh bread, come and see it.')
    await editor.getByRole('heading', { level: 1, name: 'Fresh bread, come and see it.' }).waitFor()
    await editor.getByText('Needs approval').first().waitFor()

    await open(admin, `/${projectId}/queue`)
    await admin.getByRole('link', { name: 'Fresh bread, come and see it.' }).waitFor()
    await admin.getByRole('button', { name: 'Approve for Threads' }).click()
    await admin.getByText('Approved for Threads.').waitFor()

    await editor.getByText('Published', { exact: true }).first().waitFor({ timeout: 60_000 })
    const [feed] = await Promise.all([
      editor.context().waitForEvent('page'),
      editor.getByRole('link', { name: 'View post on Threads' }).click(),
    ])
    await feed.getByRole('main').getByText('Fresh bread, come and see it.').waitFor()
    expect([...admin.errors, ...editor.errors]).toEqual([])
  },
  240_000,
)

test.skipIf(!hasChromium)('a viewer can see the queue on a phone but not change it', async () => {
  const { projectId } = await anOwner(browser, 'threads')
  const viewer = await aMember(browser, projectId, 'viewer')
  await viewer.setViewportSize({ width: 320, height: 720 })
  await open(viewer, `/${projectId}/queue`)
  await viewer.getByText('No scheduled posts').waitFor()
  expect(await viewer.getByRole('button', { name: 'Pause project' }).count()).toBe(0)
  expect(await overflowOf(viewer)).toBe(0)
  expect(await seriousFindings(viewer)).toEqual([])
})
