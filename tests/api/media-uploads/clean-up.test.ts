import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spoolFolder } from '@/lib/api/spool'
import { database } from '@/lib/db/pool'
import { env, reloadEnv } from '@/lib/env'
import { newId } from '@/lib/ids'
import { cleanUpMedia } from '@/lib/media/clean-up'
import { addUploadChunk, getUploadSession } from '@/lib/media/sessions/contract'
import { getUploadIntent } from '@/lib/media/uploads/contract'
import { markUsed } from '@/lib/renditions/repository'
import { pathFor } from '@/lib/storage/path'
import { forgetStorage, storage } from '@/lib/storage/storage'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { type SupabaseStandIn, startSupabase } from '@/tests/support/servers/supabase-storage'
import { anAddress, aSession, pathOnDisk } from './uploads'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function rowsOf(table: 'upload_sessions' | 'upload_intents', id: string): Promise<number> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(database())
  return rows.length
}

const expire = (table: 'upload_sessions' | 'upload_intents', id: string, hours: number) =>
  sql`update ${sql.table(table)} set expires_at = now() - make_interval(hours => ${hours}::int) where id = ${id}`.execute(
    database(),
  )

test('deletes chunks of expired sessions at once, sessions after a day', async () => {
  const project = await aProject()
  const ids: string[] = []
  for (const hours of [-1, 0, 23, 25]) {
    const { session_id: id } = await aSession(project, 100)
    await project.api.post(addUploadChunk, { id, chunk_index: 0, data_base64: 'AAAA' })
    await expire('upload_sessions', id, hours)
    ids.push(id)
  }
  await cleanUpMedia(database())
  const { rows } = await sql<{ session_id: string }>`
    select session_id from upload_chunks where session_id = any(${ids})`.execute(database())
  expect(rows.map(({ session_id }) => session_id)).toEqual([ids[0]])
  const counts = await Promise.all(ids.map((id) => rowsOf('upload_sessions', id)))
  expect(counts).toEqual([1, 1, 1, 0])
  expect(await project.api.get(getUploadSession, { id: ids[1] ?? '' })).toMatchObject({
    status: 'expired',
    chunks_received: 0,
    bytes_received: 0,
  })
})

test('deletes upload URLs a day after they expired', async () => {
  const project = await aProject()
  const [young, old] = [await anAddress(project), await anAddress(project)]
  await expire('upload_intents', young.asset_intent_id, 23)
  await expire('upload_intents', old.asset_intent_id, 25)
  await cleanUpMedia(database())
  expect((await project.api.get(getUploadIntent, { id: young.asset_intent_id })).status).toBe('expired')
  expect((await project.api.refused(getUploadIntent, { id: old.asset_intent_id })).status).toBe(404)
})

test('deletes temporary files after an hour', async () => {
  const folders = [await spoolFolder(), resolve(env().DATA_DIR, 'media-drafts')]
  const paths = folders.flatMap((folder) => [0.9, 1.1].map((hours) => ({ hours, path: join(folder, newId()) })))
  for (const { hours, path } of paths) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'half')
    await utimes(path, hoursAgo(hours), hoursAgo(hours))
  }
  await cleanUpMedia(database())
  expect(paths.map(({ path }) => existsSync(path))).toEqual([true, false, true, false])
})

let supabase: SupabaseStandIn
beforeAll(async () => {
  supabase = await startSupabase()
})
afterAll(() => supabase.stop())

/** A stored file of this age. */
async function aFile(projectId: string, hours: number): Promise<string> {
  const path = pathFor(projectId, 'image/png')
  await storage().put(path, Readable.from([randomBytes(20)]), 'image/png')
  const object = supabase.objects.get(`media/${path}`)
  if (object) object.createdAt = hoursAgo(hours)
  else await utimes(pathOnDisk(path), hoursAgo(hours), hoursAgo(hours))
  return path
}

async function anAsset({ projectId }: TestProject, path: string, preview: string | null): Promise<void> {
  const id = newId()
  await sql`
    insert into assets (id, project_id, name, mime_type, file_size, sha256, sent_sha256, path, preview_path)
    values (${id}, ${projectId}, 'A', 'image/png', 20, ${id}, ${id}, ${path}, ${preview})`.execute(database())
}

async function aRendition({ projectId }: TestProject, path: string, unusedDays: number): Promise<string> {
  const sha256 = newId()
  await sql`
    insert into media_renditions (project_id, sha256, recipe, path, facts, used_at)
    values (${projectId}, ${sha256}, 'jpeg', ${path}, '{}', now() - make_interval(days => ${unusedDays}::int))`.execute(
    database(),
  )
  return sha256
}

describe.each(['disk', 'Supabase'])('stored files on %s', (kind) => {
  beforeAll(() => {
    if (kind === 'Supabase')
      Object.assign(process.env, { SUPABASE_URL: supabase.url, SUPABASE_SERVICE_ROLE_KEY: supabase.key })
    reloadEnv()
    forgetStorage()
  })
  afterAll(() => {
    delete process.env.SUPABASE_URL
    delete process.env.SUPABASE_SERVICE_ROLE_KEY
    reloadEnv()
    forgetStorage()
  })

  test('deletes files without a row after an hour, and no others', async () => {
    const project = await aProject()
    const stay = {
      asset: await aFile(project.projectId, 500),
      preview: await aFile(project.projectId, 500),
      rendition: await aFile(project.projectId, 500),
      'photo of a user': await aFile(project.userId, 500),
      'on its way': await aFile(project.projectId, 0.9),
      'of a project of another database': await aFile(newId(), 500),
    }
    await anAsset(project, stay.asset, stay.preview)
    await aRendition(project, stay.rendition, 29)
    await sql`update users set photo_path = ${stay['photo of a user']} where id = ${project.userId}`.execute(database())
    const go = {
      orphan: await aFile(project.projectId, 1.1),
      'replaced photo of a user': await aFile(project.userId, 1.1),
      'unused rendition': await aFile(project.projectId, 500),
    }
    await aRendition(project, go['unused rendition'], 31)
    await cleanUpMedia(database())
    const isThere = async (path: string) => (await storage().stat(path)) !== null
    for (const [name, path] of Object.entries(stay)) expect([name, await isThere(path)]).toEqual([name, true])
    for (const [name, path] of Object.entries(go)) expect([name, await isThere(path)]).toEqual([name, false])
    const left = await sql`select from media_renditions where project_id = ${project.projectId}`.execute(database())
    expect(left.rows.length).toBe(1)
  })
})

test('keeps renditions in use and marks them once a day', async () => {
  const project = await aProject()
  const path = await aFile(project.projectId, 500)
  const sha256 = await aRendition(project, path, 31)
  const usedAt = async (): Promise<Date | undefined> => {
    const { rows } = await sql<{ used_at: Date }>`
      select used_at from media_renditions where project_id = ${project.projectId}`.execute(database())
    return rows[0]?.used_at
  }
  await markUsed(database(), project.projectId, [{ sha256, recipe: 'jpeg' }])
  const noted = await usedAt()
  expect(noted?.getTime()).toBeGreaterThan(hoursAgo(1).getTime())
  await markUsed(database(), project.projectId, [{ sha256, recipe: 'jpeg' }])
  expect(await usedAt()).toEqual(noted)
  await cleanUpMedia(database())
  expect(existsSync(pathOnDisk(path))).toBe(true)
})
