'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { Dialog } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/select'
import type { Asset } from '@/lib/media/contract'
import { plural } from '@/lib/text/number-text'
import { folderOptions, useFolders, useMoveAssets } from './use-folders'

type Props = { projectId: string; assets: Asset[]; onClose: () => void; onMoved: () => void }

/** Chooses the folder for files. */
export function MoveDialog({ projectId, assets, onClose, onMoved }: Props) {
  const folders = useFolders(projectId).data?.folders ?? []
  const [folderId, setFolderId] = useState('')
  const { mutate, isPending, error } = useMoveAssets(projectId)
  return (
    <Dialog title={`Move ${plural(assets.length, 'file')}`} onClose={onClose}>
      <DialogForm
        submitLabel="Move"
        isBusy={isPending}
        error={error}
        onSubmit={() => mutate({ assets, folderId: folderId || null }, { onSuccess: onMoved })}
        onClose={onClose}
      >
        <SelectField label="Folder" options={folderOptions(folders)} value={folderId} onChange={setFolderId} />
        {folders.length === 0 && <p className="text-ink-soft">There are no folders yet. Create one above the files.</p>}
      </DialogForm>
    </Dialog>
  )
}
