import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteConnection, listConnections } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { confirmImport, createImport, getImport, getImportReport, undoImport } from '@/lib/imports/contract'
import { forgetExpired } from '@/lib/imports/run/repository'
import { runImports } from '@/lib/imports/run/run-imports'
import { getStory, listStories, storyTimeline } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'

const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)

async function anImport({ api }: TestProject, csv: string, options: object = {}): Promise<string> {
  const { import: made } = await api.post(createImport, { csv, channels: ['x'], ...options })
  await api.post(confirmImport, { id: made.id })
  return made.id
}

test('creates scheduled stories and drafts, skips rows with errors, and tells where they are from', async () => {
  const project = await aProject({ timezone: 'America/New_York' })
  const { api } = project
  await project.connect('x')
  const csv = `Text,Date,Alt text,Image\nBread,${day} 09:00,,\nIdea,,A loaf,https://bread.example/1.png\n,${day} 10:00,,\n`
  const id = await anImport(project, csv, { filename: 'May.csv' })
  await runImports(database())
  const { import: done, rows } = await api.get(getImport, { id })
  expect(done).toMatchObject({ state: 'done', counts: { total: 3, created: 2, with_errors: 1, failed: 0, waiting: 0 } })
  expect(rows.map(({ row, status, story_id }) => [row, status, story_id !== null])).toEqual([
    [4, 'error', false],
    [3, 'created', true],
    [2, 'created', true],
  ])
  const { stories } = await api.get(listStories, {})
  expect(stories.map(({ caption, status, slides }) => ({ caption, status, slides })).sort()).toEqual(
    expect.arrayContaining([
      { caption: 'Bread', status: 'scheduled', slides: [] },
      {
        caption: 'Idea',
        status: 'draft',
        slides: [expect.objectContaining({ media_url: 'https://bread.example/1.png', alt_text: 'A loaf' })],
      },
    ]),
  )
  const scheduled = rows.find(({ row }) => row === 2)
  const story = await api.get(getStory, { id: scheduled?.story_id ?? '' })
  expect(story.scheduled_at).toBe(scheduled?.preview.scheduled_at)
  const { entries } = await api.get(storyTimeline, { id: story.id })
  expect(entries[0]).toMatchObject({
    summary: expect.stringContaining('Created by an import of May.csv and scheduled'),
  })
})

test('a project that requires approval gets stories that wait for it', async () => {
  const project = await aProject({ requireApproval: true, timezone: 'UTC' })
  await project.connect('x')
  await anImport(project, `Text,Date\nBread,${day} 09:00\n`)
  await runImports(database())
  const items = await database()
    .selectFrom('queue_items')
    .select('status')
    .where('project_id', '=', project.projectId)
    .execute()
  expect(items).toEqual([{ status: 'pending' }])
})

test('a row that is refused after the preview fails with the reason, and is in the report', async () => {
  const project = await aProject({ timezone: 'UTC' })
  await project.connect('x')
  const id = await anImport(project, `Text,Date\nBread,${day} 09:00\nIdea,\n`)
  const { connections } = await project.api.get(listConnections, {})
  await project.api.delete(deleteConnection, { id: connections[0]?.id ?? '' })
  await runImports(database())
  const { import: done, rows } = await project.api.get(getImport, { id, errors: 'true' })
  expect(done).toMatchObject({ state: 'done', counts: { created: 1, failed: 1 } })
  expect(rows).toMatchObject([{ row: 2, status: 'failed', errors: [{ column: null, code: 'missing_connection' }] }])
  expect((await project.api.get(getImportReport, { id })).csv).toContain('not connected: X')
})

test('undo deletes drafts and scheduled stories, and keeps what was published', async () => {
  const project = await aProject({ timezone: 'UTC' })
  await project.connect('x')
  const id = await anImport(project, `Text,Date\nBread,${day} 09:00\nIdea,\nOut,${day} 10:00\nGone,\n`)
  expect((await project.api.refused(undoImport, { id })).error.code).toBe('conflict')
  await runImports(database())
  const storyOf = async (row: number) =>
    (await project.api.get(getImport, { id })).rows.find((one) => one.row === row)?.story_id ?? ''
  await sql`update stories set status = 'published' where id = ${await storyOf(4)}`.execute(database())
  await database()
    .deleteFrom('stories')
    .where('id', '=', await storyOf(5))
    .execute()
  const { import: undone } = await project.api.post(undoImport, { id })
  expect(undone.state).toBe('deleting')
  await runImports(database())
  const { import: after, rows } = await project.api.get(getImport, { id })
  expect(after).toMatchObject({ state: 'deleted', counts: { created: 0, deleted: 3, kept: 1 } })
  expect(rows[0]).toMatchObject({ row: 4, status: 'kept', errors: [{ message: expect.stringContaining('published') }] })
  const { stories } = await project.api.get(listStories, {})
  expect(stories.map(({ caption }) => caption)).toEqual(['Out'])
})

test('expired imports are deleted, and their stories stay', async () => {
  const project = await aProject()
  const id = await anImport(project, 'Text\nBread\n', { mode: 'draft' })
  await sql`update imports set expires_at = now() - interval '1 second' where id = ${id}`.execute(database())
  await forgetExpired(database())
  expect((await project.api.get(getImport, { id })).import.state).toBe('importing')
  await runImports(database())
  await forgetExpired(database())
  expect((await project.api.refused(getImport, { id })).status).toBe(404)
  expect((await project.api.get(listStories, {})).stories).toHaveLength(1)
})
