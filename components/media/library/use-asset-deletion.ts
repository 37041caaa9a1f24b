import { useQueryClient } from '@tanstack/react-query'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { ApiError, call } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { deleteAsset } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { mediaKeys } from '../assets/media-keys'

/** `isForced`: the user agreed to delete it although unpublished stories use it. */
export type DeletedAsset = Asset & { isForced?: boolean }

/** Deletes files with undo. */
export function useAssetDeletion(projectId: string) {
  const queries = useQueryClient()
  return useDelayedDelete<DeletedAsset>({
    nameOf: ({ name }) => name,
    nameOfAll: (count) => plural(count, 'file'),
    send,
    refresh: () => queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) }),
  })
}

async function send({ id, isForced }: DeletedAsset): Promise<void> {
  try {
    await call(deleteAsset, { id, ...(isForced ? { force: 'true' as const } : {}) }, { keepalive: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Somebody else deleted it.
    if (error.code === 'not_found') return
    if (error.code === 'conflict') throw new Error('A story uses it now. Delete it again to see which one.')
    throw error
  }
}
