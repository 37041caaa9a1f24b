'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderInput, PenLine, Tags } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { useMay } from '@/components/projects/role'
import { Button, ButtonLink } from '@/components/ui/button'
import { SelectionBar } from '@/components/ui/data/selection-bar'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { focusFirstField } from '@/components/ui/overlays/use-modal'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { editAsset } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { composeUrl } from '../assets/asset-text'
import { mediaKeys } from '../assets/media-keys'
import { parseTags } from '../assets/parse-tags'
import { TagField } from '../assets/tag-field'
import { MoveDialog } from '../folders/move-dialog'
import { DeleteButton } from './delete-button'
import type { DeletedAsset } from './use-asset-deletion'

type Props = {
  projectId: string
  /** In the order of selection. */
  selected: Asset[]
  onClear: () => void
  onDelete: (assets: DeletedAsset[]) => void
}

/** Actions for the selected files. */
export function AssetActions({ projectId, selected, onClear, onDelete }: Props) {
  const [open, setOpen] = useState<'tags' | 'move' | null>(null)
  const mayCompose = useMay('stories:write')
  const close = (): void => setOpen(null)
  return (
    <SelectionBar label="Selected files" count={plural(selected.length, 'file')} onClear={onClear}>
      {mayCompose && (
        <ButtonLink
          isSmall
          tone="primary"
          href={composeUrl(projectId, selected)}
          icon={<PenLine aria-hidden size={16} />}
        >
          Use in a new story
        </ButtonLink>
      )}
      <Button isSmall icon={<Tags aria-hidden size={16} />} onClick={() => setOpen('tags')}>
        Add tags
      </Button>
      <Button isSmall icon={<FolderInput aria-hidden size={16} />} onClick={() => setOpen('move')}>
        Move
      </Button>
      <DeleteButton isSmall projectId={projectId} assets={selected} onDelete={onDelete} />
      {open === 'tags' && <AddTags projectId={projectId} assets={selected} onClose={close} />}
      {open === 'move' && (
        <MoveDialog
          projectId={projectId}
          assets={selected}
          onClose={close}
          onMoved={() => {
            close()
            onClear()
          }}
        />
      )}
    </SelectionBar>
  )
}

type AddProps = { projectId: string; assets: Asset[]; onClose: () => void }

function AddTags({ projectId, assets, onClose }: AddProps) {
  const [text, setText] = useState('')
  const queries = useQueryClient()
  const toast = useToast()
  const added = parseTags(text)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      for (const { id, tags } of assets) {
        const all = [...new Set([...tags, ...added])]
        if (all.length > tags.length) await call(editAsset, { id, tags: all })
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) }),
    onSuccess: () => {
      toast(`${plural(assets.length, 'file')} tagged ${added.join(', ')}.`)
      onClose()
    },
  })
  return (
    <Dialog title={`Tag ${plural(assets.length, 'file')}`} onClose={onClose}>
      <form
        ref={focusFirstField}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (added.length > 0 && !isPending) mutate()
        }}
      >
        <TagField
          projectId={projectId}
          label="Tags to add"
          value={text}
          onChange={setText}
          error={issueFor(error, 'tags', 'The tags')}
        />
        {error && <ErrorNote error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={isPending} disabled={added.length === 0}>
            Add tags
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
