'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames, nameChannels } from '@/components/channels/channel-names'
import { useConnections } from '@/components/connections/use-connections'
import { ErrorNote } from '@/components/errors/error-note'
import { queueKeys } from '@/components/stories/query-keys'
import { ZoneLine } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { putPostingSlots } from '@/lib/openapi/operations.generated'
import type { PostingSlots } from '@/lib/posting-slots/contract'
import { isSameSlots, problemOf, rowsOf, type SlotRow, slotsOf } from './slot-rows'
import { SlotsForm } from './slots-form'
import { usePostingSlots } from './use-posting-slots'

/** `channel`: whose slots are shown first. Null: the first channel. */
type Props = { projectId: string; channel: ChannelId | null; onClose: () => void }

/** The times of the week at which each channel posts. */
export function SlotsDialog({ projectId, onClose, channel }: Props) {
  const { data, error, refetch } = usePostingSlots(projectId)
  const [isChanged, setIsChanged] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <Dialog
      title="Posting slots"
      onClose={() => {
        if (isChanged) setIsLeaving(true)
        else onClose()
      }}
      isWide
      isAtTop
    >
      <p className="text-ink-soft">
        “Add to queue” schedules a story in the next free slot of each channel. Posts that are scheduled keep their
        times.
      </p>
      {error && !data && (
        <ErrorNote isReading error={error} title="The slots could not be loaded" onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <SlotsEditor
          {...{ projectId, channel, onClose, isLeaving }}
          saved={data}
          onChanged={setIsChanged}
          onStay={() => setIsLeaving(false)}
        />
      )}
    </Dialog>
  )
}

type Rows = Partial<Record<ChannelId, SlotRow[]>>

type EditorProps = Props & {
  saved: PostingSlots
  onChanged: (isChanged: boolean) => void
  /** The dialog was closed with unsaved changes. */
  isLeaving: boolean
  onStay: () => void
}

function SlotsEditor({ projectId, channel: first, saved, onClose, onChanged, isLeaving, onStay }: EditorProps) {
  const connections = useConnections(projectId)
  const isUsed = (channel: ChannelId): boolean =>
    connections.some((connection) => connection.channel === channel) || saved.channels[channel] !== undefined
  const used = channelIds.filter(isUsed)
  const shown = used.length > 0 ? used : channelIds
  const [chosen, setChosen] = useState(first)
  const channel = shown.find((id) => id === chosen) ?? shown[0] ?? 'instagram'
  const [rows, setRows] = useState<Rows>(() =>
    Object.fromEntries(channelIds.map((id) => [id, rowsOf(saved.channels[id] ?? [])])),
  )
  const [isChecked, setIsChecked] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const isChanged = (id: ChannelId, now = rows): boolean =>
    !isSameSlots(slotsOf(now[id] ?? []), saved.channels[id] ?? [])
  const change = (next: Rows): void => {
    setRows(next)
    setNote(null)
    onStay()
    onChanged(channelIds.some((id) => isChanged(id, next)))
  }
  const copy = (): void => {
    const own = slotsOf(rows[channel] ?? [])
    change({ ...rows, ...Object.fromEntries(shown.map((id) => [id, id === channel ? rows[id] : rowsOf(own)])) })
    setNote(`Copied to ${nameChannels(shown.filter((id) => id !== channel))}. Not saved yet.`)
  }
  const empty = shown.filter((id) => (rows[id] ?? []).length === 0 && (saved.suggested[id] ?? []).length > 0)
  const suggestForAll = (): void => {
    change({ ...rows, ...Object.fromEntries(empty.map((id) => [id, rowsOf(saved.suggested[id] ?? [])])) })
    setNote(`Suggested times set for ${nameChannels(empty)}. Not saved yet.`)
  }
  const invalid = channelIds.find((id) => rows[id]?.some((row) => problemOf(row) !== null))
  const { mutate, isPending, error } = useSaveSlots(projectId, onClose)
  const save = (): void => {
    setIsChecked(true)
    if (invalid) setChosen(invalid)
    else mutate(rows)
  }
  return (
    <>
      <Tabs
        label="Channels"
        tabs={shown.map((id) => ({
          id,
          name: isChanged(id) ? `${channelNames[id]}, not saved` : channelNames[id],
          label: (
            <>
              <ChannelIcon channel={id} />
              {/* All seven fit with one name. */}
              <span className={classes(id !== channel && shown.length > 4 && 'sr-only')}>{channelNames[id]}</span>
              {isChanged(id) && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-accent-fill" />}
            </>
          ),
        }))}
        chosen={channel}
        onChoose={(id) => setChosen(id as ChannelId)}
      >
        <SlotsForm
          key={channel}
          rows={rows[channel] ?? []}
          suggested={saved.suggested[channel] ?? []}
          isChecked={isChecked}
          onChange={(next) => change({ ...rows, [channel]: next })}
          onCopy={shown.length > 1 ? copy : null}
          onSuggestForAll={empty.length > 1 ? suggestForAll : null}
        />
      </Tabs>
      <p role="status" className="text-sm empty:hidden">
        {note}
      </p>
      <p className="text-sm text-ink-soft">
        <ZoneLine />
      </p>
      {isChecked && invalid && (
        <Notice tone="bad" role="alert">
          Correct the times for {channelNames[invalid]}, then save.
        </Notice>
      )}
      {error && <ErrorNote error={error} title="Slots not saved" />}
      {isLeaving && (
        // On a phone, the end of the dialog can be out of view.
        <div ref={(note) => note?.scrollIntoView({ block: 'nearest' })}>
          <Notice tone="warn" role="alert">
            Your changes are not saved.
          </Notice>
        </div>
      )}
      <DialogButtons>
        {isLeaving ? (
          <>
            <Button onClick={onClose}>Discard changes</Button>
            <Button onClick={onStay}>Keep editing</Button>
          </>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        <Button tone="primary" isBusy={isPending} onClick={save}>
          Save
        </Button>
      </DialogButtons>
    </>
  )
}

function useSaveSlots(projectId: string, onDone: () => void) {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (rows: Rows) =>
      call(putPostingSlots, {
        project_id: projectId,
        channels: Object.fromEntries(channelIds.map((id) => [id, slotsOf(rows[id] ?? [])])),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queueKeys.all(projectId) })
      toast('Posting slots saved.')
      onDone()
    },
  })
}
