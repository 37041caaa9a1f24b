'use client'

import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useBoards, useDefaultBoard, useNewBoard, useRefreshBoards } from '@/components/boards/use-boards'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { useMay } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { CheckField, SelectField, TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import type { SocialConnection } from '@/lib/connections/contract'

/** The boards of the connected account: which one pins go to, the list anew, and one more. */
export function PinterestBoards({ connection }: { connection: SocialConnection }) {
  const { project_id: projectId, missing_scopes } = connection
  const mayChange = useMay('connections:write')
  const isMissing = missing_scopes.some(({ name }) => name === 'boards:write')
  const mayMake = mayChange && !isMissing
  const { data: list, error } = useBoards(projectId, true)
  const refresh = useRefreshBoards(projectId)
  const choose = useDefaultBoard(projectId)
  const [isMaking, setIsMaking] = useState(false)
  const toast = useToast()
  if (!list) {
    if (!error) return <p className="text-sm text-ink-soft">Asking Pinterest for the boards…</p>
    return (
      <ErrorNote isReading error={error} title="The boards are not known" action={<RefreshButton {...refresh} />} />
    )
  }
  const { default_board_id: chosen, default_board_name: chosenName } = list
  const isGone = chosen !== null && !list.boards.some(({ id }) => id === chosen)
  const onChoose = (id: string): void =>
    choose.mutate(id || null, {
      onSuccess: ({ default_board_name }) =>
        toast(default_board_name ? `Pins go to “${default_board_name}”.` : 'There is no default board any more.'),
    })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          className="w-full max-w-xs"
          label="Default board"
          value={chosen ?? ''}
          disabled={choose.isPending || !mayChange}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">None</option>
          {isGone && <option value={chosen}>{chosenName ?? chosen} (not in the list)</option>}
          {list.boards.map(({ id, name, privacy }) => (
            <option key={id} value={id}>
              {privacy === 'SECRET' ? `${name} (secret)` : name}
            </option>
          ))}
        </SelectField>
        <RefreshButton {...refresh} />
        {mayMake && (
          <Button isSmall icon={<Plus aria-hidden size={15} />} onClick={() => setIsMaking(true)}>
            New board
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        {chosen === null
          ? `Pins need a board: ${mayChange ? 'choose one here, or one' : 'one is chosen here, or'} for each story.`
          : 'For stories that name no board.'}{' '}
        {list.is_stale && `${list.stale_reason ?? ''} `}
        List of <Time at={list.fetched_at} />.
        {mayChange && isMissing && ' To make boards from here, reconnect and allow it on Pinterest’s page.'}
      </p>
      {isGone && (
        <p className="text-sm text-bad">
          The default board is not among the boards of the account. Choose another one.
        </p>
      )}
      {(choose.error ?? refresh.error) && <ErrorNote error={choose.error ?? refresh.error} />}
      {isMaking && <NewBoardDialog projectId={projectId} onClose={() => setIsMaking(false)} />}
    </div>
  )
}

function RefreshButton({ mutate, isPending }: Pick<ReturnType<typeof useRefreshBoards>, 'mutate' | 'isPending'>) {
  return (
    <Button isSmall icon={<RefreshCw aria-hidden size={15} />} isBusy={isPending} onClick={() => mutate()}>
      Refresh<span className="sr-only"> the boards</span>
    </Button>
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
          toast(`The board “${board.name}” is made.`)
          onClose()
        },
      },
    )
  return (
    <Dialog title="New board" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(new FormData(event.currentTarget))
        }}
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
          label="Keep it secret"
          hint="Only you see its pins. The connection needs the permission for secret boards."
        />
        <CheckField name="default" label="Use it for stories that name no board" />
        {error && !isShownByFields(error, ['name', 'description']) && <ErrorNote error={error} title="Not made" />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isPending}>
            Make the board
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
