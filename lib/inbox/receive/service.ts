import { createHash } from 'node:crypto'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf, RawBody } from '@/lib/api/contract'
import { appVariables, findApp } from '@/lib/channels/connecting/apps'
import { env } from '@/lib/env'
import { AppError, invalid } from '@/lib/errors'
import type { InboxPlatform } from '../kinds'
import { accountIdsIn, parseDelivery } from '../wire/read-delivery'
import { announceInbox } from './announce'
import type * as contracts from './contract'
import { connectedAccounts, insertDelivery } from './repository'
import { isSameSecret, isSigned } from './signature'

type Handshake = InputOf<typeof contracts.verifyInstagramInbox>
type Answer = AnswerOf<typeof contracts.receiveInstagramInbox>

/** The verification handshake: https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests */
export async function verifyWebhook(_: Context, query: Handshake): Promise<string> {
  const { META_VERIFY_TOKEN } = env()
  const isVerified =
    META_VERIFY_TOKEN !== undefined &&
    query['hub.mode'] === 'subscribe' &&
    isSameSecret(query['hub.verify_token'], META_VERIFY_TOKEN)
  if (isVerified) return query['hub.challenge']
  throw new AppError('insufficient_scope', 'hub.verify_token is not the META_VERIFY_TOKEN of this server.')
}

/** Stores a delivery. Only the signature and the account ids are read now; a job does the rest. */
export const receiveFrom =
  (provider: InboxPlatform) =>
  async (context: Context, { raw }: { raw: RawBody }): Promise<Answer> => {
    requireSigned(provider, raw)
    const delivery = parseDelivery(raw.bytes)
    if (delivery === undefined) throw invalid('', 'The body is not valid JSON in UTF-8.', 'invalid_json')
    if (delivery === null) return { status: 'ignored' }
    const known = await connectedAccounts(context.db, delivery.platform, accountIdsIn(delivery))
    if (known.length === 0) return { status: 'unknown_account' }
    const sum = createHash('sha256').update(raw.bytes).digest()
    const isNew = await insertDelivery(context.db, { provider: delivery.platform, sum, body: Buffer.from(raw.bytes) })
    if (!isNew) return { status: 'duplicate' }
    await announceInbox()
    return { status: 'accepted' }
  }

/** @throws unauthorized */
export function requireSigned(provider: InboxPlatform, { bytes, headers }: RawBody): void {
  const app = findApp(provider)
  if (!app && env().NODE_ENV !== 'production') return
  if (!app) {
    const variables = appVariables(provider).join(' and ')
    throw new AppError('unauthorized', `Deliveries cannot be verified. Your administrator has to set ${variables}.`)
  }
  if (isSigned(bytes, headers.get('x-hub-signature-256'), app.secret)) return
  throw new AppError(
    'unauthorized',
    `X-Hub-Signature-256 does not match the body and the secret of the ${provider} app.`,
  )
}
