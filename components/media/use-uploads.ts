'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useAtRest } from '@/components/ui/load-patiently'
import { call } from '@/lib/api/client'
import { keptUploads } from './kept-uploads'
import { mediaKeys } from './keys'
import { browser } from './surroundings'
import { type InterruptedUpload, loadUploadParts, type Upload, Uploads } from './uploads'

export type { InterruptedUpload, Upload, UploadError } from './uploads'

/** Lists that outlive their screen, so that a person can look elsewhere while files are sent. */
const places = new Map<string, Uploads>()

const made = (projectId: string): Uploads =>
  new Uploads({ projectId, call, kept: keptUploads(projectId), surroundings: browser })

function uploadsAt(projectId: string, place: string | undefined): Uploads {
  // The server shows nobody's uploads, and must not keep them for the next one.
  if (place === undefined || typeof window === 'undefined') return made(projectId)
  const key = `${projectId} ${place}`
  const known = places.get(key) ?? made(projectId)
  places.set(key, known)
  return known
}

const none: readonly Upload[] = []
const parts = [loadUploadParts]

/**
 * Uploads to the library of a project. What is under way goes on when the screen is left.
 *
 * @param place a name under which the list is found again when the screen is; without it the list is this component's
 */
export function useUploads(projectId: string, place?: string) {
  const uploading = useMemo(() => uploadsAt(projectId, place), [projectId, place])
  const uploads = useSyncExternalStore(uploading.subscribe, uploading.list, () => none)
  const interrupted = useInterrupted(uploading, uploads)
  useFreshLibrary(projectId, uploads)
  useLeaving(uploading, uploads)
  useAtRest(parts)
  return {
    uploads,
    interrupted,
    add: uploading.add,
    retry: uploading.retry,
    cancel: uploading.cancel,
    clearDone: uploading.clearDone,
    forget: (sessionId: string): void => uploading.forget(sessionId),
  }
}

const noneInterrupted: InterruptedUpload[] = []

/** Known only to the browser, and so not in the first paint. */
function useInterrupted(uploading: Uploads, uploads: readonly Upload[]): InterruptedUpload[] {
  const [found, setFound] = useState(noneInterrupted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the list may change what was interrupted.
  useEffect(() => {
    const now = uploading.interrupted()
    setFound((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
  }, [uploading, uploads])
  return found
}

/** What was taken in stands in every list of the library. */
function useFreshLibrary(projectId: string, uploads: readonly Upload[]): void {
  const queries = useQueryClient()
  const done = uploads.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
  }, [queries, projectId, done])
}

/** Asks before the page is closed over files that are still being sent. */
function useLeaving(uploading: Uploads, uploads: readonly Upload[]): void {
  const isBusy = uploads.some(({ state }) => state === 'waiting' || state === 'sending')
  useEffect(() => {
    const release = (): void => uploading.release()
    window.addEventListener('pagehide', release)
    return () => window.removeEventListener('pagehide', release)
  }, [uploading])
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
}
