import type { Database } from '@/lib/db/pool'
import { fetchDocument, isDocumentUrl } from './metadata-document'
import { type ClientRow, findClientByDocument, findClientById, saveDocument } from './repository'

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** A client that is known already. For requests of programs, which must not make the server call others. */
export async function findKnownClient(db: Database, clientId: string): Promise<ClientRow | undefined> {
  if (isUuid(clientId)) return findClientById(db, clientId)
  return isDocumentUrl(clientId) ? findClientByDocument(db, clientId) : undefined
}

/**
 * The client of a consent page. Fetches its metadata document if that is new or old, so `db` must be the pool.
 *
 * @throws DocumentError
 */
export async function findClient(db: Database, clientId: string, now: Date): Promise<ClientRow | undefined> {
  const known = await findKnownClient(db, clientId)
  if (!isDocumentUrl(clientId)) return known
  if (known?.document_expires_at && known.document_expires_at > now) return known
  return saveDocument(db, clientId, await fetchDocument(clientId))
}
