'use client'

import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import type { Asset, AssetStory } from '@/lib/media/contract'
import { deleteAsset, listAssetStories } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { mediaKeys } from '../assets/media-keys'
import { StoryLinks } from './where-used'

type Props = {
  projectId: string
  assets: Asset[]
  onClose: () => void
  /** Receives the ids of the deleted files. The dialog stays open if others are in use. */
  onDeleted: (ids: string[]) => void
}

/**
 * Deletes files. The server refuses files used in unpublished stories; the dialog then lists the stories and offers to
 * delete anyway.
 */
export function DeleteAssets({ projectId, assets, onClose, onDeleted }: Props) {
  const [used, setUsed] = useState<Asset[] | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const left = useRef(assets)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (force: boolean) => deleteEach(left, force),
    // Also after an error: some files may be deleted.
    onSettled: () => queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) }),
    onSuccess: (refused) => {
      const deleted = assets.filter(({ id }) => !refused.some((one) => one.id === id))
      left.current = refused
      if (deleted.length > 0)
        toast(deleted.length === 1 ? `${deleted[0]?.name} deleted.` : `${plural(deleted.length, 'file')} deleted.`)
      if (refused.length > 0) setUsed(refused)
      else onClose()
      if (deleted.length > 0) onDeleted(deleted.map(({ id }) => id))
    },
  })
  const [first] = assets
  const what = assets.length === 1 ? (first?.name ?? 'this file') : plural(assets.length, 'file')
  return (
    <Dialog
      title={<span className="wrap-anywhere">{used ? usedTitle(used) : `Delete ${what}?`}</span>}
      onClose={onClose}
    >
      {used ? (
        <Used projectId={projectId} used={used} />
      ) : (
        <p>This cannot be undone. Published posts keep their media.</p>
      )}
      {error && <ErrorNote error={error} />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="danger" isBusy={isPending} onClick={() => mutate(used !== null)}>
          {used ? 'Delete anyway' : 'Delete'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** @returns the files in use. A file that no longer exists counts as deleted */
async function deleteEach(left: { current: Asset[] }, force: boolean): Promise<Asset[]> {
  const refused: Asset[] = []
  for (const asset of left.current) {
    try {
      await call(deleteAsset, { id: asset.id, ...(force ? { force: 'true' as const } : {}) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'conflict') refused.push(asset)
      else if (error.code !== 'not_found') throw error
    }
  }
  return refused
}

const usedTitle = (used: Asset[]): string =>
  used.length === 1 ? `${used[0]?.name} is in use` : `${plural(used.length, 'file')} are in use`

const isUnpublished = ({ status }: AssetStory): boolean =>
  status === 'draft' || status === 'scheduled' || status === 'partial' || status === 'failed'

/** Max stories listed per file. */
const shownMax = 100

function Used({ projectId, used }: { projectId: string; used: Asset[] }) {
  const results = useQueries({
    queries: used.map(({ id }) => ({
      queryKey: [...mediaKeys.stories(projectId, id), 'unpublished'],
      queryFn: () => call(listAssetStories, { id, limit: shownMax }),
    })),
  })
  return (
    <div className="flex flex-col gap-4">
      <p>
        These stories are not fully published, and their posts need the file. Replace it there first, or delete it
        anyway.
      </p>
      {used.map((asset, index) => {
        const stories = results[index]?.data?.stories.filter(isUnpublished)
        return (
          <section key={asset.id} className="flex flex-col gap-1.5">
            {used.length > 1 && <h3 className="font-medium wrap-anywhere">{asset.name}</h3>}
            {stories ? <StoryLinks projectId={projectId} stories={stories} /> : <Skeleton className="h-10 w-full" />}
          </section>
        )
      })}
    </div>
  )
}
