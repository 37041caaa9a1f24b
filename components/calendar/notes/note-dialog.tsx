'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from '@/components/stories/local-draft'
import { Time, useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { ColorField } from '@/components/ui/choices/color-field'
import { DayField } from '@/components/ui/date-time/day-field'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { createCalendarNote, updateCalendarNote } from '@/lib/openapi/operations.generated'
import { formatDay } from '../data/days'
import type { OpenNote } from './day-notes-context'
import { noteColors } from './note-colors'
import { type CalendarNote, storeNote } from './note-keys'

type Props = {
  projectId: string
  opened: OpenNote
  today: string
  mayWrite: boolean
  onDelete: (note: CalendarNote) => void
  onClose: () => void
}

const textMax = 500

/** Adds or changes a note on a day. Viewers read it. */
export default function NoteDialog({ opened, mayWrite, ...props }: Props) {
  if (mayWrite) return <EditNote {...props} opened={opened} />
  return 'note' in opened ? <ReadNote note={opened.note} onClose={props.onClose} /> : null
}

type Saved = { text: string; color: NonNullable<CalendarNote['color']>; day: string }

function useSaveNote(projectId: string, note: CalendarNote | null, onSaved: () => void) {
  const queries = useQueryClient()
  const toast = useToast()
  const key = useRef(crypto.randomUUID())
  return useMutation({
    mutationFn: (fields: Saved) =>
      note
        ? call(updateCalendarNote, { id: note.id, ...fields })
        : call(createCalendarNote, { project_id: projectId, ...fields }, { idempotencyKey: key.current }),
    onSuccess: (saved) => {
      storeNote(queries, projectId, saved)
      toast(note ? 'Note saved.' : 'Note added.')
      onSaved()
    },
    // The answer belongs to these values. Other values are another request.
    onError: () => {
      key.current = crypto.randomUUID()
    },
  })
}

function EditNote({ projectId, opened, today, onDelete, onClose }: Omit<Props, 'mayWrite'>) {
  const note = 'note' in opened ? opened.note : null
  const { locale } = useZone()
  // Typed text survives Esc and a reload. Cancel discards it.
  const draftName = `note.${'note' in opened ? opened.note.id : opened.day}`
  const [text, setText] = useState(() => readLocalDraft(projectId, draftName) ?? note?.text ?? '')
  const discard = (): void => removeLocalDraft(projectId, draftName)
  const type = (next: string): void => {
    setText(next)
    if (next.trim() === (note?.text ?? '')) discard()
    else writeLocalDraft(projectId, draftName, next)
  }
  const [color, setColor] = useState<Saved['color']>(note?.color ?? 'gray')
  const [day, setDay] = useState('note' in opened ? opened.note.day : opened.day)
  const { mutate, isPending, error } = useSaveNote(projectId, note, () => {
    discard()
    onClose()
  })
  return (
    <Dialog title={note ? 'Note' : 'New note'} onClose={onClose}>
      <DialogForm
        submitLabel={note ? 'Save' : 'Add note'}
        isBusy={isPending}
        error={error}
        errorTitle="Note not saved"
        isKept
        fields={['text', 'day']}
        otherAction={
          note && (
            <Button
              tone="ghost"
              icon={<Trash2 aria-hidden size={16} />}
              onClick={() => {
                discard()
                onClose()
                onDelete(note)
              }}
            >
              Delete
            </Button>
          )
        }
        onSubmit={() => mutate({ text: text.trim(), color, day })}
        onClose={() => {
          discard()
          onClose()
        }}
      >
        <TextArea
          label="Text"
          required
          maxLength={textMax}
          hint="For your team. Never published."
          value={text}
          onChange={(event) => type(event.target.value)}
          error={issueFor(error, 'text', 'The text')}
        />
        <DayField
          label="Day"
          {...{ today, locale }}
          value={day}
          text={formatDay(day, 'day', locale)}
          onChange={setDay}
          error={issueFor(error, 'day', 'The day')}
        />
        <ColorField colors={noteColors} value={color} onChange={setColor} />
        {note && <Author note={note} />}
      </DialogForm>
    </Dialog>
  )
}

function ReadNote({ note, onClose }: { note: CalendarNote; onClose: () => void }) {
  const { locale } = useZone()
  return (
    <Dialog title={`Note on ${formatDay(note.day, 'day', locale)}`} onClose={onClose}>
      <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
      <Author note={note} />
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  )
}

const Author = ({ note }: { note: CalendarNote }) => (
  <p className="text-sm text-ink-soft">
    {note.author_name ?? 'Former member'}, <Time at={note.created_at} style="compact" />
  </p>
)
