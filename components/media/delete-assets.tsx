'use client'

import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import { deleteAsset, listAssetStories } from '@/lib/api/operations.generated'
import type { Asset, AssetStory } from '@/lib/media/contract'
import { mediaKeys } from './keys'
import { StoryLinks } from './where-used'
import { countWords } from './words'

type Props = {
  projectId: string
  assets: Asset[]
  onClose: () => void
  /** With the ids of those that are gone. The dialog stays open while others are in use. */
  onDeleted: (ids: string[]) => void
}

/**
 * Deletes files. Those that stories still need are refused by the server: then it is said which stories, and what would
 * become of them, before they go all the same.
 */
export function DeleteAssets({ projectId, assets, onClose, onDeleted }: Props) {
  const [used, setUsed] = useState<Asset[] | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const left = useRef(assets)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (force: boolean) => deleteEach(left, force),
    // However far it came: what is gone is gone.
    onSettled: () => queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) }),
    onSuccess: (refused) => {
      const gone = assets.filter(({ id }) => !refused.some((one) => one.id === id))
      left.current = refused
      if (gone.length > 0)
        toast(gone.length === 1 ? `${gone[0]?.name} is deleted.` : `${countWords(gone.length)} deleted.`)
      if (refused.length > 0) setUsed(refused)
      else onClose()
      if (gone.length > 0) onDeleted(gone.map(({ id }) => id))
    },
  })
  const [first] = assets
  const what = assets.length === 1 ? (first?.name ?? 'this file') : countWords(assets.length)
  return (
    <Dialog
      title={<span className="wrap-anywhere">{used ? usedTitle(used) : `Delete ${what}?`}</span>}
      onClose={onClose}
    >
      {used ? (
        <Used projectId={projectId} used={used} />
      ) : (
        <p>
          {assets.length === 1 ? 'It is' : 'They are'} gone for good. What is published already keeps its pictures at
          the networks.
        </p>
      )}
      {error && <ErrorNote error={error} />}
      <DialogButtons>
        <Button onClick={onClose}>{assets.length === 1 ? 'Keep it' : 'Keep them'}</Button>
        <Button tone="danger" isBusy={isPending} onClick={() => mutate(used !== null)}>
          {used ? `Delete ${used.length === 1 ? 'it' : 'them'} all the same` : 'Delete'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** One after another. @returns those that are in use; what is gone already counts as deleted */
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
  used.length === 1 ? `${used[0]?.name} is still needed` : `${countWords(used.length)} are still needed`

const stillNeeds = ({ status }: AssetStory): boolean =>
  status === 'draft' || status === 'scheduled' || status === 'partial' || status === 'failed'

/** What nobody reads through any more. */
const shownMax = 100

function Used({ projectId, used }: { projectId: string; used: Asset[] }) {
  const answers = useQueries({
    queries: used.map(({ id }) => ({
      queryKey: [...mediaKeys.stories(projectId, id), 'unpublished'],
      queryFn: () => call(listAssetStories, { id, limit: shownMax }),
    })),
  })
  return (
    <div className="flex flex-col gap-4">
      <p>
        These stories are not wholly published. Without the file their posts cannot go out: put another in its place
        there first, or delete it all the same and mend them afterwards.
      </p>
      {used.map((asset, index) => {
        const stories = answers[index]?.data?.stories.filter(stillNeeds)
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
