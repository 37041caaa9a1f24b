/** A team discusses a story, sends it to a client who asks for changes, and approves it after the change. */
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { editStory } from '@/lib/stories/contract'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  seriousFindings,
  type TestPage,
} from '@/tests/support/browser/browser'
import { aMember, anOwner } from '@/tests/support/browser/team'
import { insertStory } from '@/tests/support/database/story-rows'
import { recordSecret } from '@/tests/support/processes/leak-log'

const browser = aBrowser()

async function rename(page: TestPage, name: string): Promise<void> {
  const { user } = (await (await page.request.get('/api/auth/session')).json()) as { user: { id: string } }
  await database().updateTable('users').set({ name }).where('id', '=', user.id).execute()
}

test.skipIf(!hasChromium)(
  'comment with a mention, see who edits, send to a client, change, approve',
  async () => {
    const { page: owner, projectId } = await anOwner(browser, 'threads')
    await database().updateTable('projects').set({ require_approval: true }).where('id', '=', projectId).execute()
    const ana = await aMember(browser, projectId, 'editor')
    await rename(ana, 'Ana Rossi')
    await rename(owner, 'Olga Owner')
    const { storyId } = await insertStory(database(), {
      ...{ projectId, channels: ['threads'], title: 'Morning bread', caption: 'Wheat bread', dueIn: 86_400 },
      status: 'pending',
    })
    const storyPath = `/${projectId}/stories/${storyId}`

    // The owner mentions Ana, with the keyboard.
    await open(owner, storyPath)
    const field = owner.getByLabel('Add a comment')
    await field.pressSequentially('@ross')
    await owner.getByRole('option', { name: 'Ana Rossi' }).waitFor()
    expect(await seriousFindings(owner)).toEqual([])
    await field.press('Enter')
    await field.pressSequentially('is it rye?')
    await field.press('Control+Enter')
    const comments = owner.getByRole('list', { name: 'Comments' })
    await comments.getByText('@Ana Rossi').waitFor()
    expect(await field.inputValue()).toBe('')

    // Ana finds it through the bell, and answers in the composer. The owner sees that she edits.
    await open(ana, `/${projectId}/queue`)
    await ana.getByRole('button', { name: /^Notifications/ }).click()
    await ana.getByRole('link', { name: /Olga Owner mentioned you on “Morning bread”/ }).click()
    await ana.getByRole('link', { name: 'Edit', exact: true }).click()
    await ana.getByRole('button', { name: /^Comments 1/ }).click()
    const panel = ana.getByRole('dialog', { name: 'Comments' })
    await panel.getByLabel('Add a comment').fill('Yes')
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    await panel.getByText('Yes', { exact: true }).waitFor()
    await owner.reload()
    await owner.getByText('Ana Rossi is editing').waitFor()

    // Deleted with undo, which closes the panel, then edited.
    await panel.getByRole('button', { name: /^Actions for the comment of Ana/ }).click()
    await panel.getByRole('menuitem', { name: 'Delete' }).click()
    await ana.getByRole('button', { name: 'Undo' }).click()
    await panel.waitFor({ state: 'detached' })
    await ana.getByRole('button', { name: /^Comments 2/ }).click()
    await panel.getByText('Yes', { exact: true }).waitFor()
    await panel.getByRole('button', { name: /^Actions for the comment of Ana/ }).click()
    await panel.getByRole('menuitem', { name: 'Edit' }).click()
    await panel.getByLabel('Edit comment').fill('Yes, rye.')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('Yes, rye.').waitFor()
    // The answered question is resolved, and folded away.
    await panel.getByRole('button', { name: 'Resolve the comment of Olga Owner' }).click()
    await panel.getByText('is it rye?').waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Show 1 resolved' }).click()
    await panel.getByText('resolved by Ana Rossi').waitFor()
    await ana.goto(storyPath)

    // A client without an account asks for changes.
    await ana.getByRole('button', { name: 'Send to client' }).click()
    const dialog = ana.getByRole('dialog', { name: 'Client review' })
    await dialog.getByLabel('Client').fill('Bakery Rossi')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = (await dialog.getByTestId('created-link').textContent()) ?? ''
    recordSecret(url.split('/review/')[1] ?? '')
    const client = await browser.newPage({ viewport: { width: 375, height: 800 } })
    const reviewPath = new URL(url).pathname
    await open(client, reviewPath)
    await client.getByRole('heading', { level: 1, name: /^Posts from / }).waitFor()
    await client.getByText('For Bakery Rossi · 1 post to review').waitFor()
    await client.getByText('Wheat bread').first().waitFor()
    expect(await client.getByText('Yes, rye.').count()).toBe(0)
    await client.getByRole('button', { name: 'Ask for changes' }).click()
    // The field has the focus.
    await client.keyboard.type('It is rye bread.')
    expect(await client.getByLabel('What should change?').inputValue()).toBe('It is rye bread.')
    // The request is kept in the browser until it is sent.
    await client.getByLabel('Add a comment').fill('And more salt')
    await client.reload()
    const request = client.getByLabel('What should change?')
    await expect.poll(() => request.inputValue()).toBe('It is rye bread.')
    expect(await client.getByLabel('Add a comment').inputValue()).toBe('And more salt')
    await client.getByLabel('Add a comment').fill('')
    await client.getByRole('button', { name: 'Ask for changes' }).click()
    await client.getByText('Enter your name first.').waitFor()
    await client.getByLabel('Your name').fill('Cleo Marsh')
    await client.getByRole('button', { name: 'Ask for changes' }).click()
    await client.getByText('Changes requested').waitFor()
    await client.reload()
    await client.getByText('Changes requested').waitFor()
    expect(await request.count()).toBe(0)
    expect(await seriousFindings(client)).toEqual([])
    expect(await overflowOf(client)).toBe(0)

    // The owner is warned before approving it unchanged.
    await open(owner, storyPath)
    await owner.getByRole('region', { name: 'Client review' }).getByText('It is rye bread.').waitFor()
    await owner.getByRole('button', { name: 'Approve for Threads' }).click()
    await owner.getByText('The client asked for changes').waitFor()
    await owner.getByRole('button', { name: 'Approve anyway' }).waitFor()
    const edited = await ana.request.patch(editStory.path.replace(':id', storyId), {
      data: { caption: 'Rye bread' },
      headers: { origin: inject('productUrl') },
    })
    expect(edited.ok(), await edited.text()).toBe(true)

    // The client approves the new text. That informs the team; the owner approves.
    await client.reload()
    await client.getByText('Rye bread').first().waitFor()
    await client.getByRole('button', { name: 'Approve' }).click()
    await client.getByText('Client approved').waitFor()
    await open(owner, storyPath)
    await owner.getByRole('region', { name: 'Client review' }).getByText('Client approved').waitFor()
    await owner.getByText('Needs approval').first().waitFor()
    await owner.getByRole('button', { name: 'Approve for Threads' }).click()
    await owner.getByText('approved Threads.').waitFor()

    // The activity shows all of it, and a person's part.
    await open(owner, `/${projectId}/activity`)
    await owner.getByText('Cleo Marsh (client) approved it.').waitFor()
    await owner.getByRole('button', { name: 'Person' }).click()
    await owner.getByRole('button', { name: 'Ana Rossi' }).click()
    await owner.getByText('Cleo Marsh (client) approved it.').waitFor({ state: 'detached' })
    await owner.getByText('Edited: text.').waitFor()

    // A revoked link shows nothing.
    await open(ana, storyPath)
    await ana.getByRole('button', { name: 'Review links' }).click()
    await ana.getByRole('button', { name: 'Revoke Bakery Rossi' }).click()
    await ana.getByText(/^Revoked/).waitFor()
    await open(client, reviewPath)
    await client.getByRole('heading', { name: 'This review is closed' }).waitFor()
    expect((await client.request.get(`${reviewPath}x`)).status()).toBe(404)
    expect([...owner.errors, ...ana.errors, ...client.errors]).toEqual([])
  },
  180_000,
)
