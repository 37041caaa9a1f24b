'use client'

import {
  useBoards,
  useDefaultBoard,
  useNewBoard,
  type useRefreshBoards,
} from '@/components/connections/use-pinterest-boards'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { CheckField, TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import type { SocialConnection } from '@/lib/connections/contract'

type Props = {
  connection: SocialConnection
  refresh: ReturnType<typeof useRefreshBoards>
  /** Whether the dialog for a new board is open. */
  isCreating: boolean
  onCreated: () => void
}

/** The default board of the connected account, below the status of its card, with notes. */
export default function PinterestBoards({ connection, refresh, isCreating, onCreated }: Props) {
  const { project_id: projectId, missing_scopes } = connection
  const mayChange = useMay('connections:write')
  const isMissing = missing_scopes.some(({ name }) => name === 'boards:write')
  const { data: list, error } = useBoards(projectId, true)
  const choose = useDefaultBoard(projectId)
  const toast = useToast()
  if (!list) {
    if (!error) return <Skeleton className="h-8 basis-full" />
    return (
      <div className="basis-full">
        <ErrorNote
          isReading
          error={error}
          title="Could not load the boards"
          action={
            <Button isSmall isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
              Try again
            </Button>
          }
        />
      </div>
    )
  }
  const { default_board_id: chosen, default_board_name: chosenName } = list
  const isUnlisted = chosen !== null && !list.boards.some(({ id }) => id === chosen)
  const onChoose = (id: string): void =>
    choose.mutate(id || null, {
      onSuccess: ({ default_board_name }) =>
        toast(default_board_name ? `Default board: “${default_board_name}”.` : 'Default board removed.'),
    })
  const note = [
    chosen === null && 'Pins need a board. Without a default, choose one for each story.',
    list.is_stale && list.stale_reason,
    mayChange && isMissing && 'To create boards here, reconnect and grant the permission.',
  ].filter(Boolean)
  return (
    <>
      <div className="flex basis-full items-center gap-2">
        <span className="text-ink-soft">
          <span className="sr-only">Default board</span>
          <span aria-hidden>Board</span>
        </span>
        <Select
          className="max-w-60 min-w-0 flex-1"
          aria-label="Default board"
          value={chosen ?? ''}
          isDisabled={choose.isPending || !mayChange}
          onChange={(value) => onChoose(value)}
          options={[
            { value: '', label: 'None' },
            ...(isUnlisted ? [{ value: chosen, label: `${chosenName ?? chosen} (not in the list)` }] : []),
            ...list.boards.map(({ id, name, privacy }) => ({
              value: id,
              label: privacy === 'SECRET' ? `${name} (secret)` : name,
            })),
          ]}
        />
      </div>
      {note.length > 0 && <p className="basis-full text-ink-soft">{note.join(' ')}</p>}
      {isUnlisted && (
        <p className="basis-full text-bad">The default board was not found in this account. Choose another one.</p>
      )}
      {(choose.error ?? refresh.error) && (
        <div className="basis-full">
          <ErrorNote error={choose.error ?? refresh.error} />
        </div>
      )}
      {isCreating && <NewBoardDialog projectId={projectId} onClose={onCreated} />}
    </>
  )
}

function NewBoardDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { mutate, isPending, error } = useNewBoard(projectId)
  const toast = useToast()
  const submit = (form: FormData): void =>
    mutate(
      {
        name: String(form.get('name') ?? ''),
        description: String(form.get('description') ?? ''),
        isSecret: form.get('secret') !== null,
        isDefault: form.get('default') !== null,
      },
      {
        onSuccess: ({ board }) => {
          toast(`Board “${board.name}” created.`)
          onClose()
        },
      },
    )
  return (
    <Dialog title="New board" onClose={onClose}>
      <DialogForm
        submitLabel="Create board"
        isBusy={isPending}
        error={error}
        errorTitle="Board not created"
        fields={['name', 'description']}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextField name="name" label="Name" required maxLength={180} error={issueFor(error, 'name', 'The name')} />
        <TextField
          name="description"
          label="Description"
          isOptional
          maxLength={500}
          error={issueFor(error, 'description', 'The description')}
        />
        <CheckField
          name="secret"
          label="Secret board"
          hint="Only you see its pins. The connection needs permission for secret boards."
        />
        <CheckField name="default" label="Use as default board" />
      </DialogForm>
    </Dialog>
  )
}
