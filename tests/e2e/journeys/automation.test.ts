import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAutomation } from '@/lib/automations/contract'
import { runAutomations } from '@/lib/automations/run/run-automations'
import { checkConnector, testConnector } from '@/lib/connectors/contract'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { createTemplate, deleteTemplate } from '@/lib/templates/contract'
import { control } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { aBrowser, hasChromium, open, seriousFindings } from '@/tests/support/browser/browser'
import { anOwner } from '@/tests/support/browser/team'
import { sandboxUrl } from '@/tests/support/sandbox/file-sandbox'

const browser = aBrowser()

/** An owner with an account on Threads and a blog of the sandbox as connector. */
async function aBlogger() {
  const { page, projectId } = await anOwner(browser, 'threads')
  const { user_id } = await database()
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const session = await signedIn(user_id)
  const blog = `blog-${newId()}`
  const url = `${sandboxUrl()}/sources/${blog}/feed.xml`
  const tested = await session.post(testConnector, { project_id: projectId, url, name: 'Our blog', save: true })
  const connectorId = (tested.ok && tested.connector?.id) || ''
  return {
    ...{ page, projectId, session, connectorId },
    /** Publishes an article, which the connector finds. */
    async write(title: string): Promise<void> {
      await control('POST', `/control/articles/${blog}`, { title })
      await session.post(checkConnector, { id: connectorId })
    },
  }
}

test.skipIf(!hasChromium)(
  'a recipe turns a new article of a blog into a published post',
  async () => {
    const { page, projectId, write } = await aBlogger()
    await open(page, `/${projectId}/automations`)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Blog post → all channels' }).click()
    await page.getByRole('combobox', { name: 'Connector' }).getByText('Our blog').waitFor()
    await page.getByRole('button', { name: 'Channels: Threads' }).waitFor()
    const test = page.getByRole('region', { name: 'Test run' })
    await test.getByText('From “').waitFor()
    await test.getByText('Would be saved as a draft.').waitFor()
    await page.getByRole('combobox', { name: 'What to make' }).click()
    await page.getByRole('option', { name: 'schedule a story' }).click()
    await page.getByRole('combobox', { name: 'When to publish' }).click()
    await page.getByRole('option', { name: 'at once' }).click()
    await page.getByLabel('Text', { exact: true }).fill('New on the blog: {{item.title}} ')
    await page.getByRole('button', { name: 'Insert a variable' }).click()
    await page.getByRole('menuitem', { name: 'link', exact: true }).click()
    await test.getByText(/^New on the blog: .+ http/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Create automation' }).click()
    await page.waitForURL(/\/automations\/[0-9a-f-]{36}$/)
    await page.getByText('New triggers are handled within a minute or two.').waitFor()

    await write('Fresh from the oven')
    await runAutomations(database())
    await page.reload()
    const runs = page.getByRole('region', { name: 'Runs' })
    await runs.getByText('Scheduled', { exact: true }).waitFor()
    await runs.getByRole('link', { name: 'Fresh from the oven' }).click()
    await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 60_000 })
    await page.getByText('New on the blog: Fresh from the oven').first().waitFor()
    await page.getByText('by the automation “Articles to all channels”').first().waitFor()
    expect(page.errors).toEqual([])
  },
  180_000,
)

test.skipIf(!hasChromium)(
  'an automation that fails is turned off, understood from the bell, repaired and run again',
  async () => {
    const { page, projectId, session, connectorId, write } = await aBlogger()
    const { id: template_id } = await session.post(createTemplate, {
      project_id: projectId,
      name: 'New article',
      caption: '{{item.title}}',
    })
    await session.post(createTemplate, { project_id: projectId, name: 'Short', caption: 'Read: {{item.title}}' })
    const { id } = await session.post(createAutomation, {
      project_id: projectId,
      name: 'Blog to Threads',
      trigger: { kind: 'connector_item', connector_id: connectorId },
      template_id,
      channels: ['threads'],
    })
    await session.delete(deleteTemplate, { id: template_id })
    await sql`update automations set failure_count = 9 where id = ${id}`.execute(database())
    await write('Rye is back')
    await runAutomations(database())

    await open(page, `/${projectId}/notifications`)
    await page.getByRole('link', { name: 'Automation “Blog to Threads” was turned off after ten failures' }).click()
    await page.waitForURL(new RegExp(`/automations/${id}$`))
    await page.getByText('The last 10 runs failed, and the automation is off').waitFor()
    await page.getByText('Its template was deleted. Choose another one.').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Template' }).getByText('choose a template').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Choose a template.' }).waitFor()
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Short' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved “Blog to Threads”').waitFor()
    await page.getByRole('switch', { name: '“Blog to Threads” is on' }).click()
    await page.getByText('The last 10 runs failed').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Run again: Rye is back' }).click()
    const runs = page.getByRole('region', { name: 'Runs' })
    await runs.getByText('Draft', { exact: true }).waitFor()
    await runs.getByRole('link', { name: 'Rye is back' }).click()
    await page.getByText('Read: Rye is back').first().waitFor()
    await open(page, `/${projectId}/automations`)
    await page.getByText('When a new item appears in Our blog, create a draft from Short for Threads.').waitFor()
    expect(page.errors).toEqual([])
  },
  180_000,
)
