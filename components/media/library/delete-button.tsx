'use client'

import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import type { Asset, AssetStory } from '@/lib/media/contract'
import { listAssetStories } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import type { DeletedAsset } from './use-asset-deletion'
import { StoryLinks } from './where-used'

type Props = {
  projectId: string
  assets: Asset[]
  isSmall?: boolean
  /** Deletes them with undo. */
  onDelete: (assets: DeletedAsset[]) => void
}

/** Deletes files at once. Asks only if stories that are not fully published use one of them. */
export function DeleteButton({ projectId, assets, isSmall, onDelete }: Props) {
  const [used, setUsed] = useState<UsedFile[]>([])
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => findUsed(assets),
    onSuccess: (found) => (found.length > 0 ? setUsed(found) : onDelete(assets)),
    onError: ({ message }) => toast(`Nothing was deleted. ${message}`, 'bad'),
  })
  return (
    <>
      <Button
        tone="danger"
        isSmall={isSmall ?? false}
        isBusy={isPending}
        icon={<Trash2 aria-hidden size={16} />}
        onClick={() => mutate()}
      >
        Delete
      </Button>
      {used.length > 0 && (
        <Question
          projectId={projectId}
          assets={assets}
          used={used}
          onClose={() => setUsed([])}
          onDelete={(chosen) => {
            setUsed([])
            onDelete(chosen)
          }}
        />
      )}
    </>
  )
}

type UsedFile = { asset: Asset; stories: AssetStory[] }

const isUnpublished = ({ status }: AssetStory): boolean =>
  status === 'draft' || status === 'scheduled' || status === 'partial' || status === 'failed'

/** Max stories checked per file. The server checks the others. */
const storiesMax = 100
const concurrencyMax = 6

async function findUsed(assets: readonly Asset[]): Promise<UsedFile[]> {
  const found: UsedFile[] = []
  for (let at = 0; at < assets.length; at += concurrencyMax)
    found.push(...(await Promise.all(assets.slice(at, at + concurrencyMax).map(usesOf))))
  return found.filter(({ stories }) => stories.length > 0)
}

async function usesOf(asset: Asset): Promise<UsedFile> {
  try {
    const { stories } = await call(listAssetStories, { id: asset.id, limit: storiesMax })
    return { asset, stories: stories.filter(isUnpublished) }
  } catch (error) {
    // Somebody else deleted it.
    if (error instanceof ApiError && error.code === 'not_found') return { asset, stories: [] }
    throw error
  }
}

type QuestionProps = Props & { used: UsedFile[]; onClose: () => void }

function Question({ projectId, assets, used, onClose, onDelete }: QuestionProps) {
  const unused = assets.filter(({ id }) => !used.some(({ asset }) => asset.id === id))
  const isOne = assets.length === 1
  const title = isOne ? `Delete ${assets[0]?.name}?` : `Delete ${plural(assets.length, 'file')}?`
  const file = isOne ? 'this file' : 'these files'
  return (
    <Dialog title={<span className="wrap-anywhere">{title}</span>} onClose={onClose}>
      <p>
        {used.reduce((sum, { stories }) => sum + stories.length, 0) === 1
          ? `This story is not fully published, and its posts need ${file}.`
          : `These stories are not fully published, and their posts need ${file}.`}{' '}
        Published posts keep their media.
      </p>
      {used.map(({ asset, stories }) => (
        <section key={asset.id} className="flex flex-col gap-1.5">
          {!isOne && <h3 className="font-medium wrap-anywhere">{asset.name}</h3>}
          <StoryLinks projectId={projectId} stories={stories} />
        </section>
      ))}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        {unused.length > 0 && (
          <Button onClick={() => onDelete(unused)}>
            Delete the other {unused.length === 1 ? 'file' : plural(unused.length, 'file')}
          </Button>
        )}
        <Button tone="danger" onClick={() => onDelete(assets.map((asset) => ({ ...asset, isForced: true })))}>
          {isOne ? 'Delete anyway' : 'Delete all'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
