'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PenLine, Tags, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { useMay } from '@/components/projects/role'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { editAsset } from '@/lib/api/operations.generated'
import type { Asset } from '@/lib/media/contract'
import { DeleteAssets } from './delete-assets'
import { mediaKeys } from './keys'
import { TagField, tagsOf } from './tag-field'
import { composeWith, countWords } from './words'

type Props = {
  projectId: string
  /** In the order in which they were chosen. */
  chosen: Asset[]
  onClear: () => void
  onGone: (ids: string[]) => void
}

/** What can be done with several files at once. It stays in sight while one scrolls on. */
export function SelectionBar({ projectId, chosen, onClear, onGone }: Props) {
  const [open, setOpen] = useState<'tags' | 'delete' | null>(null)
  const mayCompose = useMay('stories:write')
  const close = (): void => setOpen(null)
  return (
    <section
      aria-label="Chosen files"
      className="sticky bottom-20 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised px-3 py-2 shadow-lg md:bottom-4"
    >
      <p role="status" className="mr-auto font-medium">
        {countWords(chosen.length)} chosen
      </p>
      {mayCompose && (
        <ButtonLink
          isSmall
          tone="primary"
          href={composeWith(projectId, chosen)}
          icon={<PenLine aria-hidden size={15} />}
        >
          Use in a new story
        </ButtonLink>
      )}
      <Button isSmall icon={<Tags aria-hidden size={15} />} onClick={() => setOpen('tags')}>
        Add tags
      </Button>
      <Button isSmall tone="danger" icon={<Trash2 aria-hidden size={15} />} onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <Button isSmall tone="ghost" icon={<X aria-hidden size={15} />} onClick={onClear}>
        Choose none
      </Button>
      {open === 'tags' && <AddTags projectId={projectId} assets={chosen} onClose={close} />}
      {open === 'delete' && <DeleteAssets projectId={projectId} assets={chosen} onClose={close} onDeleted={onGone} />}
    </section>
  )
}

type AddProps = { projectId: string; assets: Asset[]; onClose: () => void }

function AddTags({ projectId, assets, onClose }: AddProps) {
  const [text, setText] = useState('')
  const queries = useQueryClient()
  const toast = useToast()
  const added = tagsOf(text)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      for (const { id, tags } of assets) {
        const all = [...new Set([...tags, ...added])]
        if (all.length > tags.length) await call(editAsset, { id, tags: all })
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) }),
    onSuccess: () => {
      toast(`${countWords(assets.length)} tagged ${added.join(', ')}.`)
      onClose()
    },
  })
  return (
    <Dialog title={`Tag ${countWords(assets.length)}`} onClose={onClose}>
      <form
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
