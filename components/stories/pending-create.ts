import { readLocalDraft, removeLocalDraft, writeLocalDraft } from './local-draft'

/**
 * A create whose answer has not arrived, stored with its idempotency key: if the page is closed meanwhile, the next one
 * repeats the same request instead of creating a second story.
 */
export type PendingCreateStore = { read: () => unknown; write: (attempt: object | null) => void }

/** @param slot the name of the local draft */
export function pendingCreateStore(projectId: string, slot: () => string): PendingCreateStore {
  const nameOf = (): string => `${slot()}.create`
  return {
    read: () => JSON.parse(readLocalDraft(projectId, nameOf()) ?? 'null') as unknown,
    write(attempt) {
      if (attempt) writeLocalDraft(projectId, nameOf(), JSON.stringify(attempt))
      else removeLocalDraft(projectId, nameOf())
    },
  }
}
