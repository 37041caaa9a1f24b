'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button, IconButton } from '@/components/ui/button'
import { ListSkeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import type { HashtagSet } from '@/lib/hashtag-sets/contract'
import { createHashtagSet, deleteHashtagSet, listHashtagSets } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { useDraft, useEditor } from '../state/editor-context'
import { HashtagSetForm } from './hashtag-set-form'
import { tagsIn, withTags } from './hashtags'

const keyOf = (projectId: string) => ['hashtag-sets', projectId] as const

type Shown = { form: 'none' } | { form: 'new' } | { form: 'edit'; set: HashtagSet }

/** The hashtag sets of the project: a click adds a set to the hashtags of the story or the channel. */
export function HashtagSets({ channel }: { channel: ChannelId | null }) {
  const { projectId } = useEditor()
  const queries = useQueryClient()
  const { current, add } = useHashtags(channel)
  const [shown, setShown] = useState<Shown>({ form: 'none' })
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => call(listHashtagSets, { project_id: projectId, limit: 100 }, { signal }),
    staleTime: 60_000,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(projectId) })
  const remove = useRemove(projectId)
  if (shown.form !== 'none') {
    return (
      <HashtagSetForm
        projectId={projectId}
        set={shown.form === 'edit' ? shown.set : null}
        initialTags={shown.form === 'new' ? tagsIn(current) : []}
        onClose={() => setShown({ form: 'none' })}
        onSaved={async () => {
          await refresh()
          setShown({ form: 'none' })
        }}
      />
    )
  }
  const sets = data?.hashtag_sets ?? []
  return (
    <div className="flex flex-col gap-2">
      {isPending && <ListSkeleton rows={1} label="Loading hashtag sets" />}
      {error && <ErrorNote isReading error={error} title="Hashtag sets not loaded" onRetry={refetch} />}
      {data && sets.length === 0 && (
        <p className="px-2 pt-1 text-sm text-ink-soft">
          Save hashtags that you often use together, and add them with one click.
        </p>
      )}
      {sets.length > 0 && (
        <ul aria-label="Hashtag sets" className="flex max-h-72 flex-col overflow-y-auto">
          {sets.map((set) => (
            <li key={set.id} className="flex items-center rounded-lg hover:bg-hover">
              <button
                type="button"
                onClick={() => add(set)}
                className="flex min-h-11 min-w-0 flex-1 flex-col items-start justify-center rounded-lg px-2 py-1 text-left"
              >
                <span className="flex w-full items-baseline gap-2">
                  <span className="truncate font-medium">{set.name}</span>
                  <span className="shrink-0 text-sm text-ink-soft">{plural(set.tags.length, 'hashtag')}</span>
                </span>
                <span className="w-full truncate text-sm text-ink-soft">{set.tags.join(' ')}</span>
              </button>
              <IconButton label={`Edit ${set.name}`} onClick={() => setShown({ form: 'edit', set })}>
                <PenLine aria-hidden size={15} />
              </IconButton>
              <IconButton label={`Delete ${set.name}`} onClick={() => remove.mutate(set)}>
                <Trash2 aria-hidden size={15} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        isSmall
        className="self-start"
        icon={<Plus aria-hidden size={15} />}
        onClick={() => setShown({ form: 'new' })}
      >
        {tagsIn(current).length > 0 ? 'Save current hashtags as a set' : 'New set'}
      </Button>
    </div>
  )
}

/** The hashtags of the story, or of a channel that has its own. */
function useHashtags(channel: ChannelId | null) {
  const { store } = useEditor()
  const draft = useDraft()
  const toast = useToast()
  const own = channel ? draft.overrides[channel]?.hashtags : undefined
  const current = own ?? draft.hashtags
  const write = (hashtags: string | undefined): void =>
    channel
      ? store.dispatch({ type: 'channelEdited', channel, patch: { hashtags } })
      : store.dispatch({ type: 'edited', patch: { hashtags: hashtags ?? '' } })
  const add = ({ name, tags }: HashtagSet): void => {
    const before = channel ? own : draft.hashtags
    write(withTags(current, tags))
    toast(`Added “${name}”.`, 'good', { label: 'Undo', onUndo: () => write(before) })
  }
  return { current, add }
}

/** Deletes at once. Undo creates the set again. */
function useRemove(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(projectId) })
  const restore = useMutation({
    mutationFn: ({ name, tags }: HashtagSet) => call(createHashtagSet, { project_id: projectId, name, tags }),
    onError: (error) => toast(`Not restored. ${error.message}`, 'bad'),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: ({ id }: HashtagSet) => call(deleteHashtagSet, { id }),
    onSuccess: (_, set) =>
      void toast(`Deleted “${set.name}”.`, 'good', { label: 'Undo', onUndo: () => restore.mutate(set) }),
    onError: (error) => toast(`Not deleted. ${error.message}`, 'bad'),
    onSettled: refresh,
  })
}
