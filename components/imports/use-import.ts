'use client'

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshStories } from '@/components/stories/query-keys'
import { cursorPages } from '@/components/ui/data/cursor-pages'
import { call, sendFile } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import type { Import } from '@/lib/imports/contract'
import { isOtherType, notCsvText } from '@/lib/imports/file/csv-file'
import {
  confirmImport,
  createImport,
  getImport,
  listConnections,
  undoImport,
  updateImport,
} from '@/lib/openapi/operations.generated'
import { firstChannels } from './first-channels'

export type RowFilter = 'all' | 'errors' | 'ok'
export type ImportChanges = Omit<RequestTo<typeof updateImport>, 'id'>

const pageSize = 50
const pollMs = 1_000

const importKey = (id: string) => ['imports', id] as const

const isRunning = ({ state }: Import): boolean => state === 'importing' || state === 'deleting'

/** An import. Polls while its job runs. */
export function useImport(projectId: string, id: string) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: importKey(id),
    queryFn: async ({ signal }): Promise<Import> => {
      const before = queries.getQueryData<Import>(importKey(id))
      const { import: read } = await call(getImport, { id, limit: 1 }, { signal })
      if (before && isRunning(before) && !isRunning(read)) await refreshStories(queries, projectId)
      return read
    },
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? pollMs : false),
  })
}

/** Rows of an import in the order of the file. Loads them again when the import changes. */
export function useImportRows({ id, state, columns, options }: Import, filter: RowFilter) {
  const layout = JSON.stringify([state, columns.map(({ field }) => field), options])
  return useInfiniteQuery({
    queryKey: [...importKey(id), 'rows', filter, layout],
    queryFn: ({ pageParam, signal }) =>
      call(
        getImport,
        {
          id,
          sort: 'file',
          limit: pageSize,
          cursor: pageParam,
          ...(filter === 'all' ? {} : { errors: filter === 'errors' ? 'true' : 'false' }),
        },
        { signal },
      ),
    ...cursorPages,
    placeholderData: (before) => before,
  })
}

/**
 * Changes columns and options. `shown` has the changes at once; the rows follow when the server has checked them. One
 * request at a time, because a preview is changed under a version.
 */
export function useImportChanges(data: Import) {
  const queries = useQueryClient()
  const [edits, setEdits] = useState<ImportChanges>({})
  const mutationKey = [...importKey(data.id), 'change']
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (changes: ImportChanges) => (await call(updateImport, { id: data.id, ...changes })).import,
    onSuccess: (next) => void queries.setQueryData(importKey(data.id), next),
    onSettled: () => {
      if (queries.isMutating({ mutationKey }) === 1) setEdits({})
    },
  })
  const change = (changes: ImportChanges): void => {
    setEdits((before) => ({
      ...before,
      ...changes,
      columns: [...(before.columns ?? []), ...(changes.columns ?? [])],
    }))
    mutate(changes)
  }
  return { shown: withEdits(data, edits), change, isPending, error }
}

function withEdits(data: Import, { columns: fields = [], ...options }: ImportChanges): Import {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const columns = data.columns.map((column) => {
    const edit = fields.findLast(({ index }) => index === column.index)
    return edit ? { ...column, field: edit.field } : column
  })
  return { ...data, columns, options: { ...data.options, ...given } }
}

/** Uploads a file. The server decodes it, because spreadsheets often save Windows-1252. */
export function useUpload(projectId: string, onRead: (id: string) => void) {
  return useMutation({
    mutationFn: async (file: File) => {
      if (isOtherType(file.type)) throw new NotCsv(notCsvText(file.name))
      const form = new FormData()
      form.append('project_id', projectId)
      form.append('file', file)
      const { import: made } = await sendFile(createImport, form)
      // Without channels the preview still opens, and shows that they are missing.
      await chooseChannels(projectId, made).catch(() => {})
      return made
    },
    onSuccess: ({ id }) => onRead(id),
  })
}

/** A file that is not sent. */
export class NotCsv extends Error {}

async function chooseChannels(projectId: string, { id, columns }: Import): Promise<void> {
  const { connections } = await call(listConnections, { project_id: projectId })
  const connected = connections.flatMap((one) => (one.connected ? [one.channel] : []))
  const { channelLimits } = await import('@/lib/channels/limits')
  const channels = firstChannels(columns, connected, (channel) => channelLimits[channel].needsMedia)
  if (channels.length > 0) await call(updateImport, { id, channels })
}

/** Confirms and undoes. */
export function useImportActions(id: string) {
  const queries = useQueryClient()
  const show = (next: Import): void => void queries.setQueryData(importKey(id), next)
  const confirm = useMutation({
    mutationFn: async () => (await call(confirmImport, { id })).import,
    onSuccess: show,
  })
  const undo = async (): Promise<void> => show((await call(undoImport, { id })).import)
  return { confirm, undo }
}
