'use client'

import { RefreshCw } from 'lucide-react'
import { useBoards, useRefreshBoards, useSections } from '@/components/boards/use-boards'
import { SelectField, TextField } from '@/components/ui/field'
import { AddressField, CoverField, type PartProps } from './address-field'
import type { Draft } from './draft'

/** Where the boards come from. Without a connected account they are named by their ids. */
export type BoardSource = { projectId: string; isConnected: boolean; defaultBoard: string | null }

/** What only a pin has. */
export function PinterestFields({
  own,
  draft,
  boards,
  idOf,
  onChange,
}: PartProps & { draft: Draft; boards: BoardSource }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        id={idOf('title')}
        label="Pin title"
        isOptional
        placeholder={draft.title || undefined}
        hint="At most 100 characters. Else the story’s title."
        value={own.title ?? ''}
        onChange={(event) => onChange({ title: event.target.value || undefined })}
      />
      <BoardFields own={own} boards={boards} idOf={idOf} onChange={onChange} />
      <AddressField
        id={idOf('link')}
        label="Pin link"
        placeholder={draft.destinationUrl || undefined}
        hint="Else the link of the story."
        value={own.link}
        onChange={(link) => onChange({ link })}
      />
      <CoverField own={own} idOf={idOf} onChange={onChange} hint="Needed when the pin is a film." />
    </div>
  )
}

function BoardFields({ own, boards, idOf, onChange }: PartProps & { boards: BoardSource }) {
  const { data } = useBoards(boards.projectId, boards.isConnected)
  if (!data) return <BoardIds own={own} boards={boards} idOf={idOf} onChange={onChange} />
  return <BoardChoosers own={own} boards={boards} list={data} idOf={idOf} onChange={onChange} />
}

type List = NonNullable<ReturnType<typeof useBoards>['data']>

/** Boards and sections by their names. One that is set and not in the list stays until something else is chosen. */
function BoardChoosers({ own, boards, list, idOf, onChange }: PartProps & { boards: BoardSource; list: List }) {
  const { projectId } = boards
  const refresh = useRefreshBoards(projectId)
  const chosen = own.board_id ?? list.default_board_id
  const sections = useSections(projectId, chosen)
  const known = sections.data?.sections ?? []
  const isStrange = own.board_id !== undefined && !list.boards.some(({ id }) => id === own.board_id)
  const isStrangeSection = own.board_section_id !== undefined && !known.some(({ id }) => id === own.board_section_id)
  return (
    <>
      <SelectField
        id={idOf('board')}
        label="Board"
        hint={boardHint(list, refresh.isError)}
        aside={
          <button
            type="button"
            className="inline-flex min-h-6 items-center gap-1 text-sm font-medium text-accent underline"
            disabled={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            <RefreshCw aria-hidden size={14} />
            {refresh.isPending ? 'Asking Pinterest…' : 'Refresh'}
            <span className="sr-only"> the boards</span>
          </button>
        }
        value={own.board_id ?? ''}
        onChange={(event) => onChange({ board_id: event.target.value || undefined, board_section_id: undefined })}
      >
        <option value="">
          {list.default_board_id ? `Default: ${list.default_board_name ?? list.default_board_id}` : 'Choose a board'}
        </option>
        {isStrange && <option value={own.board_id}>{own.board_id} (not in the list)</option>}
        {list.boards.map(({ id, name, privacy }) => (
          <option key={id} value={id}>
            {privacy === 'SECRET' ? `${name} (secret)` : name}
          </option>
        ))}
      </SelectField>
      <SelectField
        id={idOf('section')}
        label="Board section"
        isOptional
        disabled={known.length === 0 && !isStrangeSection}
        hint={sectionHint(chosen, sections.isLoading, known.length)}
        value={own.board_section_id ?? ''}
        onChange={(event) => onChange({ board_section_id: event.target.value || undefined })}
      >
        <option value="">None</option>
        {isStrangeSection && <option value={own.board_section_id}>{own.board_section_id} (not in the list)</option>}
        {known.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function boardHint(list: List, hasFailed: boolean): string {
  if (hasFailed) return 'Pinterest could not be asked. This is the list as it was.'
  if (list.is_stale) return `${list.stale_reason ?? ''} This is the list as it was.`.trim()
  if (list.boards.length === 0) return 'The account has no boards. Make one on the page Connections.'
  return list.default_board_id ? 'Else the default board of the connection.' : 'The connection has no default board.'
}

function sectionHint(boardId: string | null, isLoading: boolean, count: number): string {
  if (boardId === null) return 'Choose a board first.'
  if (isLoading) return 'Asking Pinterest…'
  return count === 0 ? 'This board has no sections.' : 'Else the board itself.'
}

/** For who writes before the account is connected, or while Pinterest cannot be asked. */
function BoardIds({ own, boards, idOf, onChange }: PartProps & { boards: BoardSource }) {
  const { defaultBoard } = boards
  return (
    <>
      <TextField
        id={idOf('board')}
        label="Board id"
        isOptional={defaultBoard !== null}
        placeholder={defaultBoard ?? undefined}
        hint={defaultBoard ? 'Else the default board of the connection.' : 'The connection has no default board.'}
        value={own.board_id ?? ''}
        onChange={(event) => onChange({ board_id: event.target.value.trim() || undefined })}
      />
      <TextField
        id={idOf('section')}
        label="Board section id"
        isOptional
        value={own.board_section_id ?? ''}
        onChange={(event) => onChange({ board_section_id: event.target.value.trim() || undefined })}
      />
    </>
  )
}
