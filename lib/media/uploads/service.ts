import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { appUrl } from '@/lib/env'
import { AppError, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { accessOwned, accessProject } from '@/lib/projects/access'
import { type AssetRow, NotTaken, takeIn } from '../intake'
import { fileBytesMax } from '../limits'
import { findAsset } from '../repository'
import { serializeAsset } from '../serializer'
import { requireRoom } from '../storage-use'
import type * as contracts from './contract'
import { directAddress, takeUploaded } from './direct'
import { uploadedUrl } from './file-url'
import { abortIntent, consumeIntent, findIntent, findIntentByToken, type IntentRow, insertIntent } from './repository'
import { serializeIntent } from './serializer'

const livesMinutes = 15

/** What is stored of the token. It has 256 random bits, so no salt is needed. */
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
  const direct = await directAddress(projectId, input.content_type)
  const { expires_at } = await insertIntent(context.db, {
    id,
    projectId,
    tokenHash: hashOf(token),
    filename: input.filename,
    contentType: input.content_type,
    livesMinutes,
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

/** Before the body is read: the answer to a repeat, a refusal, or nothing when the file may come. */
export async function lookAt(
  { db }: Context,
  { token }: Pick<InputOf<typeof contracts.receiveUpload>, 'token'>,
): Promise<Received | undefined> {
  return outcomeOf(db, await findIntentByToken(db, hashOf(token)))
}

/**
 * Takes the file in. Of many that come at once to one address the first to be entered wins, in one transaction with its
 * asset; what the others sent is removed, and they are told of the winner's.
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
    return received(await takeIn(db, intent.project_id, file, { name: intent.filename.slice(0, 200), within }))
  } catch (error) {
    if (!(error instanceof TooLate)) throw error
    const winners = await outcomeOf(db, await findIntentByToken(db, tokenHash))
    if (!winners) throw new Error('An upload was too late for an address that nobody has used.')
    return winners
  }
}

/** Another upload was entered first, or the address was aborted or ran out while the bytes came in. */
class TooLate extends NotTaken {}

/**
 * What there is to say without a file: the asset of an upload that is done. Undefined while one may come.
 *
 * @throws gone when none may come any more
 */
async function outcomeOf(db: Database, intent: IntentRow | undefined): Promise<Received | undefined> {
  if (!intent) throw notFound('upload')
  if (intent.status === 'uploaded') {
    const asset = intent.asset_id ? await findAsset(db, intent.project_id, intent.asset_id) : undefined
    if (!asset) throw gone('The file that was uploaded here has been deleted. Ask for a new address.')
    return received(asset)
  }
  if (intent.status === 'aborted') throw gone('This upload was aborted. Ask for a new address.')
  if (intent.is_expired) throw gone('This upload has expired. Ask for a new address.')
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
  return stateOf(db, await takeUploaded(db, await find(), find))
}

export async function read(
  context: Context,
  { id }: InputOf<typeof contracts.getUploadIntent>,
): Promise<AnswerOf<typeof contracts.getUploadIntent>> {
  const { projectId } = await accessOwned(context, 'upload_intents', id, 'media:read')
  const find = () => findIntent(context.db, projectId, id)
  return stateOf(context.db, await takeUploaded(context.db, await find(), find))
}

export async function abort(
  context: Context,
  { id }: InputOf<typeof contracts.abortUpload>,
): Promise<AnswerOf<typeof contracts.abortUpload>> {
  const { projectId } = await accessOwned(context, 'upload_intents', id, 'media:write')
  await abortIntent(context.db, projectId, id)
  const intent = await findIntent(context.db, projectId, id)
  if (intent?.status === 'uploaded')
    throw gone('This upload is done, so it cannot be aborted. Delete its asset instead.')
  if (intent?.status === 'pending') throw gone('This upload has expired. There is nothing left to abort.')
  return stateOf(context.db, intent)
}

async function stateOf(db: Database, intent: IntentRow | undefined) {
  if (!intent) throw notFound('upload')
  return serializeIntent(intent, await uploadedUrl(db, intent))
}
