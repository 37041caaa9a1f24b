import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Answer, type Call, jsonAnswer, type OpenVisit, Refusal, validate } from '../../http/call'
import type { Account } from '../../state/accounts'
import type { PresetName } from '../../state/fault-injection'
import type { Sandbox } from '../../state/sandbox'

/** Supported versions. Each is supported for a year. */
export const versions = { oldest: 202510, newest: 202608 }

export const limits = {
  commentaryMax: 3_000,
  altTextMax: 4_086,
  /** Undocumented; the shortest limits that are known. */
  article: { title: 200, description: 256 },
  images: { min: 2, max: 20 },
  pixelsMax: 36_152_320,
  imageBytesMax: 100 * 1024 * 1024,
  imageFormats: ['jpeg', 'png', 'gif'],
  gifFramesMax: 250,
  video: {
    bytesMin: 75 * 1024,
    bytesMax: 500 * 1024 * 1024,
    partBytes: 4 * 1024 * 1024,
    seconds: { min: 3, max: 30 * 60 },
  },
  postsPerDay: 150,
  duplicateWindowMs: 10 * 60_000,
  uploadLifeMs: 86_400_000,
}

const imageUrn = z.string().regex(/^urn:li:image:[\w-]+$/, 'is not an image URN')
const image = z.strictObject({ id: imageUrn, altText: z.string().optional() })
const videoUrn = z.string().regex(/^urn:li:video:[\w-]+$/, 'is not a video URN')
const mediaUrn = z.string().regex(/^urn:li:(image|video):[\w-]+$/, 'is not the URN of an image or a video')
export const authorUrn = z
  .string()
  .regex(/^urn:li:(person|organization):[\w-]+$/, 'is not the URN of a person or an organization')

export const NewPost = z.strictObject({
  author: authorUrn,
  commentary: z.string(),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.strictObject({
    feedDistribution: z.enum(['MAIN_FEED', 'NONE']),
    targetEntities: z.array(z.json()).optional(),
    thirdPartyDistributionChannels: z.array(z.json()).optional(),
  }),
  lifecycleState: z.literal('PUBLISHED'),
  isReshareDisabledByAuthor: z.boolean().optional(),
  content: z
    .union([
      z.strictObject({ media: image.extend({ id: mediaUrn, title: z.string().optional() }) }),
      z.strictObject({ multiImage: z.strictObject({ images: z.array(image) }) }),
      z.strictObject({
        article: z.strictObject({
          source: z.url({ protocol: /^https?$/ }),
          title: z.string().min(1),
          description: z.string().optional(),
          thumbnail: imageUrn.optional(),
        }),
      }),
    ])
    .optional(),
})
export type NewPost = z.infer<typeof NewPost>

export const InitializeUpload = z.strictObject({
  initializeUploadRequest: z.strictObject({ owner: authorUrn }),
})

export const InitializeVideo = z.strictObject({
  initializeUploadRequest: z.strictObject({
    owner: authorUrn,
    fileSizeBytes: z.int().min(1),
    uploadCaptions: z.boolean().optional(),
    uploadThumbnail: z.boolean().optional(),
  }),
})

export const FinalizeVideo = z.strictObject({
  finalizeUploadRequest: z.strictObject({
    video: videoUrn,
    uploadToken: z.string(),
    uploadedPartIds: z.array(z.string()).min(1),
  }),
})

type LinkedInError = {
  status: number
  code?: string
  serviceErrorCode?: number
  message: string
  errorDetails?: unknown
}

export const errorAnswer = (error: LinkedInError, headers: Record<string, string> = {}): Answer =>
  jsonAnswer(error.status, error, { 'content-type': 'application/json', ...headers })

export const refuse = (error: LinkedInError): Refusal => new Refusal(errorAnswer(error))

/** Identifies each response for LinkedIn's support. */
export const traceHeaders = (): Record<string, string> => ({ 'x-li-uuid': randomUUID(), 'x-li-fabric': 'prod-lva1' })

const tokenErrors = {
  INVALID_ACCESS_TOKEN: [65600, 'Invalid access token'],
  EMPTY_ACCESS_TOKEN: [65600, 'Empty oauth2 access token'],
  REVOKED_ACCESS_TOKEN: [65601, 'The token used in the request has been revoked by the user'],
  EXPIRED_ACCESS_TOKEN: [65602, 'The token used in the request has expired'],
} as const

function tokenRefused(code: keyof typeof tokenErrors): Refusal {
  const [serviceErrorCode, message] = tokenErrors[code]
  return refuse({ status: 401, serviceErrorCode, code, message })
}

export const accessDenied = (operation: string): Refusal => {
  const message = `Not enough permissions to access: ${operation}`
  return refuse({ status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message })
}

export const invalidField = (field: string, message: string, code = 'INVALID_VALUE_FOR_FIELD') =>
  refuse({ status: 400, code, message: `${field} :: ${message}` })

export const badRequest = (message: string, code = 'ILLEGAL_ARGUMENT') => refuse({ status: 400, code, message })

export const notFound = (message = 'No virtual resource found'): Answer =>
  errorAnswer({ status: 404, code: 'NOT_FOUND', message })

export const uploadExpired = () => badRequest('The upload URL has expired', 'EXPIRED_UPLOAD_URL')
export const mediaWaiting = (message: string) => badRequest(message, 'MEDIA_ASSET_WAITING_UPLOAD')
export const mediaFailed = (message: string) => badRequest(message, 'MEDIA_ASSET_PROCESSING_FAILED')

/** Names the earlier post. Clients learn from it that a first attempt succeeded. */
export function duplicate(urn: string): Refusal {
  const inputErrors = [{ code: 'DUPLICATE_POST', input: { inputPath: { fieldPath: 'commentary' } } }]
  const message = `Content is a duplicate of ${urn}`
  return refuse({ status: 422, code: 'DUPLICATE_POST', message, errorDetails: { inputErrors } })
}

export const rateLimited = (headers: Record<string, string> = {}): Answer => {
  const message = 'Resource level throttle limit for calls to this resource is reached.'
  return errorAnswer({ status: 429, serviceErrorCode: 101, code: 'TOO_MANY_REQUESTS', message }, headers)
}

export const presets: Record<PresetName, () => Answer> = {
  permission: () => accessDenied('posts.CREATE.NO_VERSION').answer,
  content: () => invalidField('/commentary', 'the field is too long', 'FIELD_LENGTH_TOO_LONG').answer,
  review: () => errorAnswer({ status: 403, code: 'ACCESS_DENIED', message: 'Member is restricted' }),
  media: () => mediaFailed('The media asset could not be processed').answer,
  duplicate: () => duplicate('urn:li:share:7000000000000000000').answer,
  server_error: () => errorAnswer({ status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal Server Error' }),
}

const scopesFor = {
  write: { person: 'w_member_social', organization: 'w_organization_social' },
  read: { person: 'r_member_social', organization: 'r_organization_social' },
} as const

/** A token acts for its member and for the organizations that the member administers. */
export function requireAuthor(
  sandbox: Sandbox,
  call: Call,
  account: Account,
  { urn, as, operation }: { urn: string; as: keyof typeof scopesFor; operation: string },
): void {
  const kind = urn.startsWith('urn:li:organization:') ? 'organization' : 'person'
  const isOwn = urn === account.account_id || organizationsOf(sandbox, call).includes(urn)
  if (!isOwn || !call.isGranted([scopesFor[as][kind]])) throw accessDenied(operation)
}

export const organizationsOf = (sandbox: Sandbox, call: Call): string[] =>
  sandbox.tokens.find('linkedin', call.bearer ?? '')?.also ?? []

/** A URN in the path. Its colons must be percent-encoded, as Rest.li requires. */
export function urnIn({ raw, params }: OpenVisit): string {
  if (raw.urn?.includes(':')) throw badRequest('Syntax exception in path variables')
  return params.urn ?? ''
}

export function jsonOf<T>(call: Call, schema: z.ZodType<T>): T {
  if (call.contentType !== 'application/json') {
    const message = `Content-Type ${call.contentType || 'none'} is not supported`
    throw refuse({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message })
  }
  return validate(schema, call.json(), ({ kind, field, message }) => {
    const path = `/${field.replaceAll('.', '/')}`
    if (kind === 'unknown') return invalidField(path, 'unrecognized field found but not allowed', 'UNPERMITTED_FIELD')
    if (kind === 'missing')
      return invalidField(path, 'field is required but not found and has no default value', 'MISSING_FIELD')
    return invalidField(path, message)
  })
}

export function requireQuery(call: Call, known: readonly string[]): void {
  const unknown = call.unknownParameter(known)
  if (unknown !== undefined) throw badRequest(`Query parameter ${unknown} is not known`, 'QUERY_PARAM_NOT_ALLOWED')
}

/** Checks the token, then the headers of `/rest/`. */
export function authenticate(sandbox: Sandbox, call: Call): Account {
  if (!call.bearer) throw tokenRefused('EMPTY_ACCESS_TOKEN')
  const found = sandbox.tokens.lookUp('linkedin', call.bearer)
  if (!found?.account) throw tokenRefused('INVALID_ACCESS_TOKEN')
  call.scopes = found.token.scopes
  if (found.state === 'expired') throw tokenRefused('EXPIRED_ACCESS_TOKEN')
  if (found.state === 'revoked') throw tokenRefused('REVOKED_ACCESS_TOKEN')
  // Some of LinkedIn's servers do not know a new token yet, and report it as revoked.
  const ageMs = sandbox.nowMs() - found.token.created_ms
  if (ageMs < sandbox.settings.for('linkedin').fresh_token_ms) throw tokenRefused('REVOKED_ACCESS_TOKEN')
  if (call.path.startsWith('/rest/')) checkHeaders(call)
  return found.account
}

function checkHeaders(call: Call): void {
  const version = call.header('linkedin-version')
  if (!version)
    throw badRequest(
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      'VERSION_MISSING',
    )
  const isActive =
    /^20\d\d(0[1-9]|1[0-2])$/.test(version) && Number(version) >= versions.oldest && Number(version) <= versions.newest
  if (!isActive)
    throw refuse({ status: 426, code: 'NONEXISTENT_VERSION', message: `Requested version ${version} is not active` })
  if (call.header('x-restli-protocol-version') !== '2.0.0')
    throw badRequest('The header X-Restli-Protocol-Version must be 2.0.0', 'INVALID_RESTLI_PROTOCOL_VERSION')
}
