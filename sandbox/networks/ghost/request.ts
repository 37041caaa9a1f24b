import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Answer, type Call, jsonAnswer, parseJson, Refusal, validate } from '../../http/call'
import type { Account } from '../../state/accounts'
import type { PresetName } from '../../state/fault-injection'
import type { Sandbox } from '../../state/sandbox'

export const limits = {
  titleMax: 255,
  excerptMax: 300,
  tokenLifeSeconds: 300,
  /** Tolerance for tokens from the future. */
  clockSkewSeconds: 5,
  featureImageAltMax: 191,
  /** Ghost has no limit, but the servers in front of it do. */
  imageBytesMax: 50_000_000,
  videoBytesMax: 1_000_000_000,
}

/** Supported versions of the Admin API. */
export const versions = ['v5', 'v6']

const address = z.url({ protocol: /^https?$/ }).nullish()

/** The fields of a post that the product sends. Others are refused. */
const fields = {
  title: z.string().trim().min(1).max(limits.titleMax),
  html: z.string().nullish(),
  status: z.enum(['draft', 'published']).optional(),
  tags: z.array(z.string().min(1)).optional(),
  feature_image: address,
  feature_image_alt: z.string().max(limits.featureImageAltMax).nullish(),
  custom_excerpt: z.string().max(limits.excerptMax).nullish(),
  canonical_url: address,
  visibility: z.enum(['public', 'members', 'paid', 'tiers']).optional(),
}

export const NewPost = z.strictObject({ posts: z.array(z.strictObject(fields)).length(1) })
export const EditedPost = z.strictObject({
  posts: z.array(z.strictObject({ ...fields, title: fields.title.optional(), updated_at: z.iso.datetime() })).length(1),
})
export type PostFields = z.infer<typeof EditedPost>['posts'][number]

type GhostError = {
  status: number
  type: string
  message: string
  context?: string
  code?: string | undefined
  property?: string
}

export function errorAnswer(error: GhostError, headers: Record<string, string> = {}): Answer {
  const { status, type, message, context = null, code = null, property = null } = error
  const id = randomUUID()
  const entry = { message, context, type, details: null, property, help: null, code, id, ghostErrorCode: null }
  return jsonAnswer(status, { errors: [entry] }, headers)
}

export const refuse = (error: GhostError): Refusal => new Refusal(errorAnswer(error))

export const unauthorized = (message: string, code: string) =>
  refuse({ status: 401, type: 'UnauthorizedError', message, code })

const invalidToken = (context: string) => unauthorized(`Invalid token: ${context}`, 'INVALID_JWT')

export const badRequest = (message: string, code?: string) =>
  refuse({ status: 400, type: 'BadRequestError', message, code })

export const notFound = (message = 'Resource not found error, cannot read post.'): Answer =>
  errorAnswer({ status: 404, type: 'NotFoundError', message, context: 'Resource not found.' })

export const invalidPost = (context: string, property: string) =>
  refuse({ status: 422, type: 'ValidationError', message: 'Validation error, cannot save post.', context, property })

export const collision = () =>
  refuse({
    status: 409,
    type: 'UpdateCollisionError',
    message: 'Saving failed! Someone else is editing this post.',
    code: 'UPDATE_COLLISION',
  })

export const unsupportedMedia = (message: string) => refuse({ status: 415, type: 'UnsupportedMediaTypeError', message })

export const rateLimited = (headers: Record<string, string> = {}): Answer =>
  errorAnswer({ status: 429, type: 'TooManyRequestsError', message: 'Too many requests.' }, headers)

const denied = { status: 403, type: 'NoPermissionError', message: 'You do not have permission to perform this action.' }
const underReview = {
  status: 403,
  type: 'HostLimitError',
  message: 'Host limit error, cannot save post.',
  context: 'This site is under review.',
}
const serverError = {
  status: 500,
  type: 'InternalServerError',
  message: 'An unexpected error occurred, please try again.',
}

const titleTooLong = 'Value in [posts.title] exceeds maximum length of 255 characters.'

export const presets: Record<PresetName, () => Answer> = {
  permission: () => errorAnswer(denied),
  content: () => invalidPost(titleTooLong, 'title').answer,
  review: () => errorAnswer(underReview),
  media: () => unsupportedMedia('Please select a valid image.').answer,
  duplicate: () => collision().answer,
  server_error: () => errorAnswer(serverError),
}

export function bodyOf<T>(call: Call, schema: z.ZodType<T>): T {
  if (call.contentType !== 'application/json') throw unsupportedMedia('The body must be application/json.')
  return validate(schema, call.json(), ({ kind, field, message }) => {
    const property = field.replace(/^posts\.\d+\.?/, '') || field
    if (kind === 'too_long' && property === 'title') return invalidPost(titleTooLong, property)
    if (kind === 'missing') return invalidPost(`Value in [posts.${property}] cannot be blank.`, property)
    if (kind === 'unknown') return invalidPost(`Validation (AdditionalProperties) failed for "${property}"`, property)
    return invalidPost(`Validation failed for ${property}: ${message}`, property)
  })
}

export function requireQuery(call: Call, known: readonly string[]): void {
  const unknown = call.unknownParameter(known)
  if (unknown !== undefined) throw badRequest(`Unknown query parameter: ${unknown}.`)
}

export function listIn(call: Call, name: string, allowed: readonly string[]): string[] {
  const values = (call.query.get(name) ?? '').split(',').filter(Boolean)
  const unknown = values.find((value) => !allowed.includes(value))
  if (unknown !== undefined) throw badRequest(`Validation (AllowedValues) failed for ${name}: ${unknown}`)
  return values
}

const Header = z.object({ alg: z.string(), typ: z.string().optional(), kid: z.string().optional() })
const Payload = z.object({ iat: z.number(), exp: z.number(), aud: z.string() })

/** A JWT, signed with the second half of the key, decoded from hex. */
export function authenticate(sandbox: Sandbox, call: Call): Account {
  checkVersion(call)
  const authorization = call.header('authorization')
  if (authorization === undefined) throw unauthorized('Authorization failed: no credential', 'INVALID_AUTH_HEADER')
  const token = /^Ghost (\S+)$/.exec(authorization)?.[1]
  if (!token) throw unauthorized("Authorization header format is 'Authorization: Ghost [token]'", 'INVALID_AUTH_HEADER')
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  const head = Header.safeParse(decode(header))
  const claims = Payload.safeParse(decode(payload))
  if (!head.success || !claims.success || more.length > 0) throw invalidToken('jwt malformed')
  if (head.data.kid === undefined) throw badRequest('Admin API kid missing.', 'MISSING_ADMIN_API_KID')
  const account = sandbox.accounts.byCredential('ghost', head.data.kid)
  const credentials = account?.credentials
  if (!account || credentials?.kind !== 'ghost' || credentials.site !== siteIn(call) || account.token === 'revoked')
    throw unauthorized('Unknown Admin API Key', 'UNKNOWN_ADMIN_API_KEY')
  if (head.data.alg !== 'HS256') throw invalidToken('invalid algorithm')
  const secret = credentials.admin_api_key.split(':')[1] ?? ''
  if (!isSigned(`${header}.${payload}`, signature, secret)) throw invalidToken('invalid signature')
  checkClaims(claims.data, Math.floor(sandbox.nowMs() / 1000))
  // Keys do not expire. The state "expired" simulates a wrong clock, for which Ghost has this message.
  if (account.token === 'expired') throw invalidToken('jwt expired')
  return account
}

/** The first path segment is the site. */
const siteIn = (call: Call): string => call.path.split('/')[1] ?? ''

export const signatureOf = (signed: string, hexSecret: string): Buffer =>
  createHmac('sha256', Buffer.from(hexSecret, 'hex')).update(signed).digest()

function isSigned(signed: string, signature: string, hexSecret: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(signed, hexSecret)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function checkClaims({ iat, exp, aud }: z.infer<typeof Payload>, nowSeconds: number): void {
  if (!/^\/?admin\/?$/.test(aud)) throw invalidToken('jwt audience invalid. expected: /\\/?admin\\/?$/')
  if (exp <= nowSeconds) throw invalidToken('jwt expired')
  if (nowSeconds - iat > limits.tokenLifeSeconds) throw invalidToken('maxAge exceeded')
  if (exp - iat > limits.tokenLifeSeconds) throw invalidToken('the token lives longer than 5 minutes')
  if (iat > nowSeconds + limits.clockSkewSeconds) throw invalidToken('jwt not active')
}

function checkVersion(call: Call): void {
  const version = call.header('accept-version')
  const major = /^(v\d+)\.\d+$/.exec(version ?? '')?.[1]
  if (!major) throw badRequest(`The header Accept-Version must look like v6.0, not ${version ?? 'be missing'}.`)
  if (versions.includes(major)) return
  throw refuse({
    status: 406,
    type: 'RequestNotAcceptableError',
    message: `Request could not be served, the endpoint was not found: client request for ${version} does not match this server.`,
    code: 'UPDATE_CLIENT',
  })
}

const decode = (part: string): unknown => parseJson(Buffer.from(part, 'base64url').toString('utf8'))
