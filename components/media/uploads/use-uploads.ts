'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useIdlePreload } from '@/components/ui/lazy/retry-import'
import { call } from '@/lib/api/client'
import { mediaKeys } from '../assets/media-keys'
import { browser } from './browser-environment'
import { openLocalUploads } from './local-uploads'
import { type InterruptedUpload, loadUploadParts, type Upload, UploadQueue } from './upload-queue'

export type { InterruptedUpload, Upload } from './upload-queue'

/** Queues that continue when the user leaves the page. */
const sharedQueues = new Map<string, UploadQueue>()

const newQueue = (projectId: string): UploadQueue =>
  new UploadQueue({ projectId, call, local: openLocalUploads(projectId), browser })

function queueFor(projectId: string, queueName: string | undefined): UploadQueue {
  // Never share queues between users on the server.
  if (queueName === undefined || typeof window === 'undefined') return newQueue(projectId)
  const key = `${projectId} ${queueName}`
  const known = sharedQueues.get(key) ?? newQueue(projectId)
  sharedQueues.set(key, known)
  return known
}

const none: readonly Upload[] = []
const parts = [loadUploadParts]

/**
 * Uploads to the library of a project. They continue when the page is left.
 *
 * @param queueName shares the queue between pages under this name. Without it the queue belongs to the component
 */
export function useUploads(projectId: string, queueName?: string) {
  const queue = useMemo(() => queueFor(projectId, queueName), [projectId, queueName])
  const uploads = useSyncExternalStore(queue.subscribe, queue.list, () => none)
  const interrupted = useInterrupted(queue, uploads)
  useLibraryReload(projectId, uploads)
  useLeaveWarning(queue, uploads)
  useIdlePreload(parts)
  return {
    uploads,
    interrupted,
    add: queue.add,
    retry: queue.retry,
    pause: queue.pause,
    cancel: queue.cancel,
    clearDone: queue.clearDone,
    forget: (sessionId: string): void => queue.forget(sessionId),
  }
}

const noneInterrupted: InterruptedUpload[] = []

/** Read from localStorage, so not in the server-rendered page. */
function useInterrupted(queue: UploadQueue, uploads: readonly Upload[]): InterruptedUpload[] {
  const [found, setFound] = useState(noneInterrupted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the uploads.
  useEffect(() => {
    const now = queue.interrupted()
    setFound((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
  }, [queue, uploads])
  return found
}

/** Reloads the library after uploads. */
function useLibraryReload(projectId: string, uploads: readonly Upload[]): void {
  const queries = useQueryClient()
  const done = uploads.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
  }, [queries, projectId, done])
}

/** Warns before the page is closed during uploads. */
function useLeaveWarning(queue: UploadQueue, uploads: readonly Upload[]): void {
  const isBusy = uploads.some(({ state }) => state === 'waiting' || state === 'sending')
  useEffect(() => {
    const release = (): void => queue.release()
    window.addEventListener('pagehide', release)
    return () => window.removeEventListener('pagehide', release)
  }, [queue])
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
}
