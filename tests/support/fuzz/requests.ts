import fc from 'fast-check'
import type { z } from 'zod'
import { takesBody } from '@/lib/api/operation'
import type { NamedContract } from '@/lib/openapi/contracts'
import { anAddress } from '@/tests/support/api/address'
import { junk, mutated, valuesOf } from './arbitraries'
import { fileBodies, type SentFile } from './media'
import type { Credential, FuzzData, Pools } from './test-data'

/** A request generated from an endpoint's contract. */
export type FuzzRequest = {
  one: NamedContract
  as: Credential
  method: string
  path: string
  query: [string, string][]
  /** Null: no body. */
  body: Uint8Array | string | null
  headers: Record<string, string>
}

/** Requests to Pinterest use a project whose connection stays valid. */
const usesPinterest = ({ contract }: NamedContract): boolean => contract.path.includes('/pinterest/')

/** Requests that change members use a project that no other request needs. */
const changesMembers = (name: string): boolean => /Members?$|^(transferOwnership|invite|listInvitations)$/.test(name)

/** Requests that end sessions or change passwords use a user that no other request needs. */
const changesSessions = ({ contract }: NamedContract): boolean => /\/account\/(sessions|password)/.test(contract.path)

function idsInPath({ name, contract }: NamedContract, pools: Pools, parameter: string): string[] {
  if (parameter === 'delivery_id') return pools.delivery
  if (parameter === 'user_id') return pools.person
  if (name === 'endSession') return pools.spareSession
  if (changesMembers(name)) return pools.team
  if (contract.path.includes('/invitations/')) return pools.invitation
  if (name === 'deleteWebhook') return pools.endpointToDelete
  if (contract.path.includes('/webhooks/')) return pools.endpoint
  if (name === 'deleteProject') return pools.projectToDelete
  if (name === 'markPin') return pools.pinned
  if (name === 'retryFirstComments') return pools.storyWithFailedComment
  if (name === 'unarchiveStory') return pools.archivedStory
  if (name === 'reopenStory') return pools.rejectedStory
  if (name === 'restoreSchedule') return pools.storyMadeDraft
  if (name === 'cropAsset') return pools.imageWithFile
  if (name === 'setAssetPoster') return pools.video
  if (/^\/api\/v1\/media\/:id(\/stories|\/replace)?$/.test(contract.path)) return pools.asset
  if (contract.path.includes('/media/folders/')) return pools.mediaFolder
  if (contract.path.includes('/media/upload-url/')) return pools.upload
  if (contract.path.includes('/media/uploads/')) return pools.uploadToken
  if (contract.path.includes('/upload-sessions/')) return pools.uploadSession
  if (contract.path.includes('/resumable-uploads/')) return pools.resumableUpload
  if (contract.path.includes('/boards/')) return pools.board
  if (contract.path.includes('/stories/')) return pools.story
  if (contract.path.includes('/queue/')) return pools.item
  if (contract.path.includes('/consents/')) return pools.consent
  if (contract.path.includes('/social-connections/')) return pools.connection
  if (contract.path.includes('/v1/templates/')) return pools.template
  if (contract.path.includes('/recurring-templates/:id')) return pools.recurring
  if (contract.path.includes('/v1/automations/')) return pools.automation
  if (contract.path.includes('/pillars/:id')) return pools.pillar
  if (contract.path.includes('/saved-searches/:id')) return pools.savedSearch
  if (contract.path.includes('/hashtag-sets/:id')) return pools.hashtagSet
  if (contract.path.includes('/calendar-notes/:id')) return pools.calendarNote
  if (contract.path.includes('/report-links/')) return pools.reportLink
  if (contract.path.includes('/story-comments/')) return pools.storyComment
  if (contract.path.includes('/review-links/')) return pools.reviewLink
  if (contract.path.includes('/v1/connectors/')) return pools.connector
  if (contract.path.includes('/caption-corpus/:id')) return pools.caption
  if (contract.path.includes('/inbox/conversations/')) return pools.conversation
  if (contract.path.includes('/inbox/messages/')) return pools.inboxMessage
  if (contract.path.includes('/inbox/notes/')) return pools.inboxNote
  if (contract.path.includes('/inbox/saved-replies/')) return pools.savedReply
  if (contract.path.includes('/v1/imports/')) return pools.import
  if (contract.path.includes('/moments/')) return pools.moment
  if (contract.path.includes('/oauth-apps/')) return pools.oauthApp
  if (contract.path.includes('/oauth-grants/')) return pools.oauthGrant
  return contract.path.includes('/tokens/') ? pools.tokenToRevoke : pools.project
}

/** Existing ids for a member of a query or body. */
function idsIn(one: NamedContract, pools: Pools, member: string): string[] {
  const byMember: Record<string, string[]> = {
    project_id: usesPinterest(one) ? pools.pinterestProject : pools.project,
    user_id: pools.person,
    token: one.contract.path.includes('/v1/reviews/') ? pools.reviewToken : pools.link,
    current_password: pools.sparePassword,
    invitation: pools.link,
    story_id: one.contract.path.includes('/v1/reviews/') ? pools.reviewedStory : pools.story,
    template_id: pools.template,
    saved_search_id: pools.savedSearch,
    story_ids: pools.story,
    content_version: pools.contentVersion,
    ids: pools.caption,
    queue_item_ids: pools.item,
    connection_id: pools.connection,
    default_board_id: pools.board,
    site_url: pools.site,
    admin_api_key: pools.siteKey,
    source_url: pools.image,
    redirect_uris: pools.redirectUri,
    request: pools.consentRequest,
    tags: one.name === 'createHashtagSet' ? ['#bread', '#rye'] : [],
    day: ['2031-05-02', '2031-05-03', '2031-05-04'],
    with_id: pools.asset,
    asset_ids: pools.asset,
    folder_id: pools.mediaFolder,
    ...(/^list(CalendarNotes|Holidays)$/.test(one.name)
      ? { from: ['2031-05-01'], to: ['2031-05-03', '2031-05-31'] }
      : {}),
    ...(one.name.endsWith('RecurringTemplate')
      ? { time: ['09:00', '17:30'], cron: ['0 9 * * 1'], timezone: ['Europe/Berlin'] }
      : {}),
    ...(one.name === 'createAsset' ? { data_base64: pools.base64 } : {}),
    ...(one.name === 'createImport' ? { csv: pools.csv } : {}),
    ...(one.name === 'reorderQueue' ? { channel: ['x'], queue_item_ids: pools.waitingItem } : {}),
    ...(/^(test|edit)Connector$/.test(one.name) ? { url: pools.image } : {}),
    ...(one.name === 'describeImage' ? { media_url: pools.image } : {}),
    ...(one.name === 'chooseAccount' ? { account_id: pools.page } : {}),
  }
  return byMember[member === 'projectId' ? 'project_id' : member] ?? []
}

/** Mostly valid, often with one error, sometimes junk. */
const withErrors = (values: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { arbitrary: values, weight: 8 },
    { arbitrary: values.chain(mutated), weight: 4 },
    { arbitrary: junk, weight: 1 },
  )

const usually = <T>(usual: fc.Arbitrary<T>, weight: number, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: other, weight: 1 })

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE')
const contentTypes = fc.constantFrom('application/json; charset=utf-8', 'text/plain', 'multipart/form-data; boundary=x')
const keys = fc.oneof(
  { arbitrary: fc.constant(null), weight: 8 },
  { arbitrary: fc.uuid(), weight: 6 },
  { arbitrary: fc.constantFrom('again', 'x'.repeat(256)), weight: 1 },
)
/** Random bytes, and more than any endpoint accepts. */
const rawBodies = usually<Uint8Array>(
  fc.uint8Array({ maxLength: 200 }),
  9,
  fc.constant(new Uint8Array(1_200_000).fill(0x20)),
)
const oddIds = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(isSendableInPath)

function credentialsFor({ contract }: NamedContract): fc.Arbitrary<Credential> {
  return contract.scope === 'session'
    ? fc.constantFrom('session', 'session', 'session', 'session', 'session', 'bound', 'none')
    : fc.constantFrom('bound', 'bound', 'bound', 'account', 'account', 'session', 'session', 'none')
}

/** Requests for one endpoint: valid, with one error, junk, bytes, other methods. */
export function requestsFor(one: NamedContract, pools: Pools): fc.Arbitrary<FuzzRequest> {
  const { contract } = one
  const right = (schema: z.ZodType | undefined) =>
    schema ? valuesOf(schema, (member) => idsIn(one, pools, member)) : fc.constant({})
  const doomed = pools.projectToDelete[0] ?? ''
  return fc
    .record({
      as: credentialsFor(one),
      method: usually(fc.constant<string>(contract.method), 20, methods),
      ids: fc.record(
        Object.fromEntries(
          Object.keys(contract.params?.shape ?? {}).map((parameter) => [
            parameter,
            usually(fc.constantFrom(...idsInPath(one, pools, parameter)), 12, oddIds),
          ]),
        ),
      ),
      query: withErrors(right(contract.query)),
      body: withErrors(right(contract.body)),
      bytes: usually<Uint8Array | null>(fc.constant(null), 20, rawBodies),
      contentType: usually(fc.constant('application/json'), 20, contentTypes),
      key: keys,
      file: contract.file
        ? usually<SentFile | null>(fileBodies(contract.file, pools.file, pools.project), 1, fc.constant(null))
        : fc.constant(null),
    })
    .map(({ as, method, ids, query, body, bytes, contentType, key, file }) => ({
      one,
      as,
      method,
      path: contract.path.replace(/:(\w+)/g, (_, parameter: string) =>
        encodeURIComponent((isFatal(one, method) ? doomed : ids[parameter]) ?? ''),
      ),
      query: contract.method === 'GET' ? asQuery(query) : [],
      body:
        method === 'GET' || method === 'HEAD' || (method === 'DELETE' && !takesBody(contract))
          ? null
          : (file?.bytes ?? bytes ?? JSON.stringify(body)),
      headers: {
        'content-type': file?.contentType ?? contentType,
        // Sign-ups are limited by address.
        'x-forwarded-for': anAddress(),
        ...(key ? { 'idempotency-key': key } : {}),
      },
    }))
}

/** Headers that authenticate the request. */
export function credentialOf({ as, one }: FuzzRequest, setup: FuzzData, pools: Pools): Record<string, string> {
  if (as === 'session' && changesSessions(one)) return { ...setup.credentials.session, cookie: pools.spareCookie }
  if (as !== 'bound') return setup.credentials[as]
  return { authorization: `Bearer ${usesPinterest(one) ? pools.pinterestToken : setup.mine.token}` }
}

/** A request with another method that would delete the project of all other requests. */
const isFatal = ({ name, contract }: NamedContract, method: string): boolean =>
  method === 'DELETE' && name !== 'deleteProject' && contract.path === '/api/v1/projects/:id'

/** Clients remove `.` and `..` from paths. Half a surrogate pair cannot be encoded. */
function isSendableInPath(text: string): boolean {
  return !/^\.+$/.test(text) && !/\p{Surrogate}/u.test(text)
}

function asQuery(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  const shown = (member: unknown): string => {
    if (Array.isArray(member)) return member.map(shown).join(',')
    return typeof member === 'object' ? JSON.stringify(member) : String(member)
  }
  return (
    Object.entries(value)
      // Next drops this name.
      .filter(([name]) => name !== '__proto__')
      .map(([name, member]): [string, string] => [name, shown(member)])
  )
}

export const show = ({ one, as, method, path, query, body, headers }: FuzzRequest): string => {
  const sent = body instanceof Uint8Array ? `${body.length} bytes` : body
  const type = headers['content-type']
  return JSON.stringify({ name: one.name, as, method, path, query, type, body: sent }).slice(0, 1_500)
}
