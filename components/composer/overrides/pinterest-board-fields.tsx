'use client'

import { RefreshCw } from 'lucide-react'
import { useBoards, useRefreshBoards, useSections } from '@/components/connections/use-pinterest-boards'
import { TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { useEditor } from '../state/editor-context'
import { useOverride } from './use-override'

/** Selects if the account is connected and Pinterest responds, else text fields for ids. */
export function PinterestBoardFields() {
  const { projectId, connected } = useEditor()
  const { data } = useBoards(projectId, connected.includes('pinterest'))
  return data ? <BoardSelects list={data} /> : <BoardIds />
}

type BoardList = NonNullable<ReturnType<typeof useBoards>['data']>

/** A board that is set but missing in the list stays until another one is chosen. */
function BoardSelects({ list }: { list: BoardList }) {
  const { projectId } = useEditor()
  const { own, idOf, edit } = useOverride('pinterest')
  const refresh = useRefreshBoards(projectId)
  const chosen = own.board_id ?? list.default_board_id
  const { data, isLoading } = useSections(projectId, chosen)
  const sections = data?.sections ?? []
  const isBoardUnlisted = own.board_id !== undefined && !list.boards.some(({ id }) => id === own.board_id)
  const isSectionUnlisted =
    own.board_section_id !== undefined && !sections.some(({ id }) => id === own.board_section_id)
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
            {refresh.isPending ? 'Refreshing…' : 'Refresh'}
            <span className="sr-only"> the boards</span>
          </button>
        }
        value={own.board_id ?? ''}
        onChange={(value) => edit({ board_id: value || undefined, board_section_id: undefined })}
        options={[
          {
            value: '',
            label: list.default_board_id
              ? `Default: ${list.default_board_name ?? list.default_board_id}`
              : 'Choose a board',
          },
          ...(isBoardUnlisted ? [{ value: own.board_id ?? '', label: `${own.board_id} (not in the list)` }] : []),
          ...list.boards.map(({ id, name, privacy }) => ({
            value: id,
            label: privacy === 'SECRET' ? `${name} (secret)` : name,
          })),
        ]}
      />
      <SelectField
        id={idOf('section')}
        label="Board section"
        isOptional
        isDisabled={sections.length === 0 && !isSectionUnlisted}
        hint={sectionHint(chosen, isLoading, sections.length)}
        value={own.board_section_id ?? ''}
        onChange={(value) => edit({ board_section_id: value || undefined })}
        options={[
          { value: '', label: 'None' },
          ...(isSectionUnlisted
            ? [{ value: own.board_section_id ?? '', label: `${own.board_section_id} (not in the list)` }]
            : []),
          ...sections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </>
  )
}

const outdated = 'This list may be out of date.'
const defaultHint = 'Default: the connection’s board.'
const noDefaultHint = 'The connection has no default board.'

function boardHint(list: BoardList, hasFailed: boolean): string {
  if (hasFailed) return `Pinterest is not available. ${outdated}`
  if (list.is_stale) return `${list.stale_reason ?? ''} ${outdated}`.trim()
  if (list.boards.length === 0) return 'This account has no boards. Create one on the Connections page.'
  return list.default_board_id ? defaultHint : noDefaultHint
}

function sectionHint(boardId: string | null, isLoading: boolean, count: number): string {
  if (boardId === null) return 'Choose a board first.'
  if (isLoading) return 'Loading…'
  return count === 0 ? 'This board has no sections.' : 'Default: the board itself.'
}

/** Before an account is connected, or while Pinterest does not respond. */
function BoardIds() {
  const { connections } = useEditor()
  const { own, idOf, edit } = useOverride('pinterest')
  const metadata = connections.find(({ channel }) => channel === 'pinterest')?.metadata
  const defaultBoard = metadata?.default_board_name ?? metadata?.default_board_id ?? null
  return (
    <>
      <TextField
        id={idOf('board')}
        label="Board ID"
        isOptional={defaultBoard !== null}
        placeholder={defaultBoard ?? undefined}
        hint={defaultBoard ? defaultHint : noDefaultHint}
        value={own.board_id ?? ''}
        onChange={(event) => edit({ board_id: event.target.value.trim() || undefined })}
      />
      <TextField
        id={idOf('section')}
        label="Board section ID"
        isOptional
        value={own.board_section_id ?? ''}
        onChange={(event) => edit({ board_section_id: event.target.value.trim() || undefined })}
      />
    </>
  )
}
