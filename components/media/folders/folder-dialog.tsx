'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { focusFirstField } from '@/components/ui/overlays/use-modal'
import { SelectField } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import type { MediaFolder } from '@/lib/media/folders/contract'
import { folderDepthMax } from '@/lib/media/folders/folder-depth'
import { createMediaFolder, deleteMediaFolder, renameMediaFolder } from '@/lib/openapi/operations.generated'
import { mediaKeys } from '../assets/media-keys'
import { inTreeOrder, useFolders } from './use-folders'

export type FolderEdit =
  | { kind: 'new'; parent: MediaFolder | null }
  | { kind: 'rename' | 'move' | 'delete'; folder: MediaFolder }

type Props = { projectId: string; edit: FolderEdit; onClose: () => void; onDeleted: () => void }

/** Creates, renames or deletes a folder. */
export function FolderDialog({ projectId, edit, onClose, onDeleted }: Props) {
  const [name, setName] = useState(edit.kind === 'rename' ? edit.folder.name : '')
  const [parentId, setParentId] = useState(edit.kind === 'move' ? (edit.folder.parent_id ?? '') : '')
  const folders = useFolders(projectId).data?.folders ?? []
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      if (edit.kind === 'new') {
        const parent_id = edit.parent?.id ?? null
        return (await call(createMediaFolder, { project_id: projectId, name, parent_id })).folder
      }
      const { id } = edit.folder
      if (edit.kind === 'rename') return (await call(renameMediaFolder, { id, name })).folder
      if (edit.kind === 'move') return (await call(renameMediaFolder, { id, parent_id: parentId || null })).folder
      return (await call(deleteMediaFolder, { id })).folder
    },
    onSuccess: (folder) => {
      void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
      const done = { new: 'created', rename: 'renamed', move: 'moved', delete: 'deleted. Its files are kept' }[
        edit.kind
      ]
      toast(`Folder ${folder.name} ${done}.`)
      if (edit.kind === 'delete') onDeleted()
      onClose()
    },
  })
  const { title, button } = textsOf(edit)
  const hasName = edit.kind === 'new' || edit.kind === 'rename'
  const nameError = hasName ? nameErrorOf(error) : null
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={focusFirstField}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate()
        }}
      >
        {edit.kind === 'move' ? (
          <SelectField
            label="Move into"
            options={placesFor(folders, edit.folder)}
            value={parentId}
            onChange={setParentId}
          />
        ) : edit.kind === 'delete' ? (
          <p>Its files stay in the library{edit.folder.parent_id ? ', in the folder above' : ''}.</p>
        ) : (
          <TextField
            label="Name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              reset()
            }}
            error={nameError}
          />
        )}
        {error && !nameError && <ErrorNote error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            tone={edit.kind === 'delete' ? 'danger' : 'primary'}
            isBusy={isPending}
            disabled={hasName && name.trim() === ''}
          >
            {button}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** For example that the name is taken. */
const nameErrorOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'conflict' ? error.message : issueFor(error, 'name', 'The name')

function textsOf(edit: FolderEdit): { title: string; button: string } {
  if (edit.kind === 'new')
    return { title: edit.parent ? `New folder in ${edit.parent.name}` : 'New folder', button: 'Create folder' }
  if (edit.kind === 'rename') return { title: `Rename ${edit.folder.name}`, button: 'Rename' }
  if (edit.kind === 'move') return { title: `Move ${edit.folder.name}`, button: 'Move folder' }
  return { title: `Delete the folder ${edit.folder.name}?`, button: 'Delete folder' }
}

/** The top, and every folder that can take this one with what is in it. */
function placesFor(folders: readonly MediaFolder[], moved: MediaFolder): { value: string; label: string }[] {
  const inside = inTreeOrder(folders, moved.id)
  const height = 1 + Math.max(0, ...inside.map(({ depth }) => depth + 1))
  const excluded = new Set([moved.id, ...inside.map(({ folder }) => folder.id)])
  const places = inTreeOrder(folders).filter(
    ({ folder, depth }) => !excluded.has(folder.id) && depth + 1 + height <= folderDepthMax,
  )
  const labelled = places.map(({ folder, depth }) => ({
    value: folder.id,
    label: `${'› '.repeat(depth)}${folder.name}`,
  }))
  return [{ value: '', label: 'Top level' }, ...labelled]
}
