'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import type { MediaFolder } from '@/lib/media/folders/contract'
import { listMediaFolders, moveAssets } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { mediaKeys } from '../assets/media-keys'

export const useFolders = (projectId: string) =>
  useQuery({
    queryKey: mediaKeys.folders(projectId),
    queryFn: ({ signal }) => call(listMediaFolders, { project_id: projectId }, { signal }),
    staleTime: 30_000,
  })

/** Folders in the order of a tree, with their depth from 0. */
export function inTreeOrder(
  folders: readonly MediaFolder[],
  parentId: string | null = null,
  depth = 0,
): { folder: MediaFolder; depth: number }[] {
  return folders
    .filter(({ parent_id }) => parent_id === parentId)
    .flatMap((folder) => [{ folder, depth }, ...inTreeOrder(folders, folder.id, depth + 1)])
}

/** For a list to choose from. */
export const folderOptions = (folders: readonly MediaFolder[]): { value: string; label: string }[] => [
  { value: '', label: 'No folder' },
  ...inTreeOrder(folders).map(({ folder, depth }) => ({
    value: folder.id,
    label: `${'› '.repeat(depth)}${folder.name}`,
  })),
]

type Move = { assets: readonly Asset[]; folderId: string | null }

/** Moves files to a folder. The toast can take it back. */
export function useMoveAssets(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const folders = useFolders(projectId).data?.folders ?? []
  const reload = (): void => void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
  const move = (ids: string[], folder_id: string | null) =>
    call(moveAssets, { project_id: projectId, asset_ids: ids, folder_id })
  const undo = async (assets: readonly Asset[]): Promise<void> => {
    for (const folderId of new Set(assets.map(({ folder_id }) => folder_id))) {
      const ids = assets.filter(({ folder_id }) => folder_id === folderId).map(({ id }) => id)
      await move(ids, folderId)
    }
    reload()
  }
  return useMutation({
    mutationFn: ({ assets, folderId }: Move) =>
      move(
        assets.map(({ id }) => id),
        folderId,
      ),
    onSuccess: (_, { assets, folderId }) => {
      reload()
      const name = folders.find(({ id }) => id === folderId)?.name
      toast(`${plural(assets.length, 'file')} moved ${name ? `to ${name}` : 'out of folders'}.`, 'good', {
        label: 'Undo',
        onUndo: () => void undo(assets).catch(() => toast('The files could not be moved back.', 'bad')),
      })
    },
  })
}
