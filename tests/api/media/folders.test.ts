import { expect, test } from 'vitest'
import { createAsset, listAssets } from '@/lib/media/contract'
import {
  createMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  moveAssets,
  renameMediaFolder,
} from '@/lib/media/folders/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { anImage } from './files'

const anAsset = async ({ api }: TestProject): Promise<string> =>
  (await api.post(createAsset, { data_base64: (await anImage()).toString('base64') })).asset.id
const aFolder = async ({ api }: TestProject, name: string, parent_id: string | null = null) =>
  (await api.post(createMediaFolder, { name, parent_id })).folder

test('moves files between folders and lists them by folder', async () => {
  const [project, other] = [await aProject(), await aProject()]
  const { api, projectId } = project
  const [rye, wheat, theirs] = [await anAsset(project), await anAsset(project), await anAsset(other)]
  const bread = await aFolder(project, 'Bread')
  expect(bread).toEqual({
    id: expect.any(String),
    project_id: projectId,
    name: 'Bread',
    parent_id: null,
    files: 0,
    created_at: expect.any(String),
  })
  const move = { asset_ids: [rye, wheat, rye], folder_id: bread.id }
  expect(await api.post(moveAssets, move)).toEqual({ moved: 2 })
  expect(await api.post(moveAssets, { ...move, asset_ids: [rye] })).toEqual({ moved: 0 })
  await api.post(moveAssets, { asset_ids: [wheat], folder_id: null })
  const idsIn = async (folder_id: string) => (await api.get(listAssets, { folder_id })).assets.map(({ id }) => id)
  expect([await idsIn(bread.id), await idsIn('none')]).toEqual([[rye], [wheat]])
  expect((await api.get(listMediaFolders)).folders).toEqual([{ ...bread, files: 1 }])
  const refusedMoves = [
    { ...move, asset_ids: [wheat, theirs] },
    { ...move, folder_id: (await aFolder(other, 'Bread')).id },
  ]
  for (const refused of refusedMoves) expect((await api.refused(moveAssets, refused)).error.code).toBe('not_found')
  expect(await idsIn('none')).toEqual([wheat])
  expect((await api.refused(listAssets, { folder_id: 'top' })).error.issues?.[0]?.path).toBe('folder_id')
})

test('keeps the files and folders of a deleted folder', async () => {
  const project = await aProject()
  const { api } = project
  const rye = await anAsset(project)
  const bread = await aFolder(project, 'Bread')
  const rolls = await aFolder(project, 'Rolls', bread.id)
  const small = await aFolder(project, 'Small', rolls.id)
  await api.post(moveAssets, { asset_ids: [rye], folder_id: rolls.id })
  await api.delete(deleteMediaFolder, { id: rolls.id })
  expect((await api.get(listMediaFolders)).folders).toEqual([
    { ...bread, files: 1 },
    { ...small, parent_id: bread.id },
  ])
  await api.delete(deleteMediaFolder, { id: bread.id })
  expect((await api.get(listAssets)).assets).toMatchObject([{ id: rye, folder_id: null }])
})

test('refuses a name that is taken and folders that are nested too deep', async () => {
  const project = await aProject()
  const { api } = project
  const bread = await aFolder(project, 'Bread')
  const rolls = await aFolder(project, 'Rolls', bread.id)
  const small = await aFolder(project, 'Small', rolls.id)
  await aFolder(project, 'Rolls')
  const taken = {
    code: 'conflict',
    message: 'There is already a folder named “BREAD” here. Choose another name.',
  }
  expect((await api.refused(createMediaFolder, { name: 'BREAD' })).error).toEqual(taken)
  const renamed = await api.patch(renameMediaFolder, { id: bread.id, name: ' BREAD ' })
  expect(renamed.folder.name).toBe('BREAD')
  const deep = (await api.refused(createMediaFolder, { name: 'Tiny', parent_id: small.id })).error
  expect(deep.issues).toEqual([
    { path: 'parent_id', code: 'too_deep', message: 'is too deep: folders are nested at most 3 deep.' },
  ])
  const foreign = await aFolder(await aProject(), 'Theirs')
  const unknown = (await api.refused(createMediaFolder, { name: 'Tiny', parent_id: foreign.id })).error
  expect(unknown.issues?.[0]).toMatchObject({ path: 'parent_id', code: 'not_found' })
})

test('moves a folder with what is in it, but not into itself or too deep', async () => {
  const [project, other] = [await aProject(), await aProject()]
  const { api } = project
  const bread = await aFolder(project, 'Bread')
  const rolls = await aFolder(project, 'Rolls', bread.id)
  const summer = await aFolder(project, 'Summer')
  const place = (id: string, parent_id: string | null) => api.patch(renameMediaFolder, { id, parent_id })
  expect((await place(bread.id, summer.id)).folder).toEqual({ ...bread, parent_id: summer.id })
  const issueOf = async (id: string, parent_id: string) =>
    (await api.refused(renameMediaFolder, { id, parent_id })).error.issues?.[0]
  expect(await issueOf(summer.id, rolls.id)).toEqual({
    path: 'parent_id',
    code: 'inside_itself',
    message: 'is this folder or inside it. Choose another folder.',
  })
  const winter = await aFolder(project, 'Winter')
  expect(await issueOf(winter.id, rolls.id)).toMatchObject({ code: 'too_deep' })
  expect(await issueOf(winter.id, (await aFolder(other, 'Bread')).id)).toMatchObject({ code: 'not_found' })
  await aFolder(project, 'Bread')
  expect((await api.refused(renameMediaFolder, { id: bread.id, parent_id: null })).error.code).toBe('conflict')
  const { folder } = await api.patch(renameMediaFolder, { id: bread.id, name: 'Loaves', parent_id: null })
  expect(folder).toEqual({ ...bread, name: 'Loaves' })
})
