import { createHash, randomBytes } from 'node:crypto'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { appUrl } from '@/lib/env'
import { AppError, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { fileBytesMax } from '@/lib/media-files/limits'
import { type AssetRow, createAssetFromFile, Superseded } from '../create-asset'
import { findAsset } from '../repository'
import { serializeAsset } from '../serializer'
import { requireRoom } from '../storage-limit'
import type * as contracts from './contract'
import { directUploadUrl, importUploaded } from './direct'
import { uploadedUrl } from './file-url'
import { abortIntent, consumeIntent, findIntent, findIntentByToken, type IntentRow, insertIntent } from './repository'
import { serializeIntent } from './serializer'

const validMinutes = 15

/** Only this hash is stored. The token has 256 random bits, so no salt is needed. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const gone = (message: string): AppError => new AppError('gone', message)

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createUploadUrl>,
): Promise<AnswerOf<typeof contracts.createUploadUrl>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:write')
  await requireRoom(context.db, projectId, 1)
  const token = randomBytes(32).toString('base64url')
  const id = newId()
  const direct = await directUploadUrl(projectId, input.content_type)
  const { expires_at } = await insertIntent(context.db, {
    id,
    projectId,
    tokenHash: hashOf(token),
    filename: input.filename,
    contentType: input.content_type,
    validMinutes,
    storagePath: direct?.path ?? null,
  })
  const own = `${appUrl()}/api/v1/media/uploads/${token}`
  return {
    upload_url: direct?.url ?? own,
    status_url: own,
    asset_intent_id: id,
    expires_at: expires_at.toISOString(),
    max_bytes: fileBytesMax,
    file_url: null,
  }
}

type Received = AnswerOf<typeof contracts.receiveUpload>

/** Runs before the body is read. Returns the answer to a repeat, or undefined if the file may be uploaded. */
export async function checkBefore(
  { db }: Context,
  { token }: Pick<InputOf<typeof contracts.receiveUpload>, 'token'>,
): Promise<Received | undefined> {
  return outcomeOf(db, await findIntentByToken(db, hashOf(token)))
}

/**
 * Stores the file. If several uploads to one URL run at once, the first one wins. The files of the others are deleted, and
 * they get the asset of the winner.
 */
export async function receive(
  { db }: Context,
  { token, file }: InputOf<typeof contracts.receiveUpload>,
): Promise<Received> {
  const tokenHash = hashOf(token)
  const intent = await findIntentByToken(db, tokenHash)
  const outcome = await outcomeOf(db, intent)
  if (outcome || !intent) return outcome as Received
  const within = async (tx: Database, { id }: AssetRow): Promise<void> => {
    if (!(await consumeIntent(tx, intent.id, id))) throw new TooLate()
  }
  try {
    return received(
      await createAssetFromFile(db, intent.project_id, file, { name: intent.filename.slice(0, 200), within }),
    )
  } catch (error) {
    if (!(error instanceof TooLate)) throw error
    const winner = await outcomeOf(db, await findIntentByToken(db, tokenHash))
    if (!winner) throw new Error('Another upload finished first, but its asset is missing.')
    return winner
  }
}

/** Another upload was first, or the URL was aborted or expired during the upload. */
class TooLate extends Superseded {}

/**
 * The asset of a finished upload, or undefined while the URL accepts a file.
 *
 * @throws gone when the URL accepts no file
 */
async function outcomeOf(db: Database, intent: IntentRow | undefined): Promise<Received | undefined> {
  if (!intent) throw notFound('upload')
  if (intent.status === 'uploaded') {
    const asset = intent.asset_id ? await findAsset(db, intent.project_id, intent.asset_id) : undefined
    if (!asset) throw gone('The uploaded file has been deleted. Request a new upload URL.')
    return received(asset)
  }
  if (intent.status === 'aborted') throw gone('This upload was aborted. Request a new upload URL.')
  if (intent.is_expired) throw gone('This upload has expired. Request a new upload URL.')
  return undefined
}

function received(row: AssetRow): Received {
  const asset = serializeAsset(row)
  return { ok: true, file_url: asset.file_url, asset, bytes: asset.file_size }
}

export async function readPublic(
  { db }: Context,
  { token }: InputOf<typeof contracts.getPublicUpload>,
): Promise<AnswerOf<typeof contracts.getPublicUpload>> {
  const find = () => findIntentByToken(db, hashOf(token))
  return stateOf(db, await importUploaded(db, await find(), find))
}

export async function read(
  context: Context,
  { id }: InputOf<typeof contracts.getUploadIntent>,
): Promise<AnswerOf<typeof contracts.getUploadIntent>> {
  const { projectId } = await accessOwned(context, 'upload_intents', id, 'media:read')
  const find = () => findIntent(context.db, projectId, id)
  return stateOf(context.db, await importUploaded(context.db, await find(), find))
}

export async function abort(
  context: Context,
  { id }: InputOf<typeof contracts.abortUpload>,
): Promise<AnswerOf<typeof contracts.abortUpload>> {
  const { projectId } = await accessOwned(context, 'upload_intents', id, 'media:write')
  await abortIntent(context.db, projectId, id)
  const intent = await findIntent(context.db, projectId, id)
  if (intent?.status === 'uploaded')
    throw gone('This upload is complete and cannot be aborted. Delete its asset instead.')
  if (intent?.status === 'pending') throw gone('This upload has expired. There is nothing to abort.')
  return stateOf(context.db, intent)
}

async function stateOf(db: Database, intent: IntentRow | undefined) {
  if (!intent) throw notFound('upload')
  return serializeIntent(intent, await uploadedUrl(db, intent))
}
