import type { Contract } from '@/lib/api/contract'
import { takesBody } from '@/lib/api/operation'
import { channelIds } from '@/lib/channel-ids'
import { appUrl } from '@/lib/env'
import { type ErrorCode, errorStatus } from '@/lib/errors'
import { contracts, type NamedContract } from './contracts'
import { errorExample } from './error-examples'
import { Components, type JsonSchema } from './json-schema'
import { type Webhooks, webhooksSection, webhooksTag } from './webhooks-section'

type Reference = { $ref: string }
type Example = { value: unknown }
type Media = { schema: JsonSchema; examples?: Record<string, Example> }

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type Answer = {
  description: string
  headers?: Record<string, Reference>
  content: Record<string, Media>
}
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, Answer>
}
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  /** Requests to webhook endpoints, by event name. */
  webhooks: Webhooks
  components: {
    schemas: Record<string, JsonSchema>
    securitySchemes: Record<string, Record<string, string>>
    parameters: Record<string, Parameter>
    headers: Record<string, { description: string; schema: JsonSchema }>
  }
}

const interfaceVersion = '1.3.0'

let document: OpenApiDocument | undefined

/** The OpenAPI document of all contracts. Generated once. */
export function openApiDocument(): OpenApiDocument {
  document ??= describe(contracts)
  return document
}

function describe(all: readonly NamedContract[]): OpenApiDocument {
  const components = new Components()
  const paths: OpenApiDocument['paths'] = {}
  // Responses first, so that they get the plain name where a request schema differs.
  const answers = new Map(all.map(({ name, contract }) => [name, successes(contract, components)]))
  for (const { name, contract } of all) {
    const path = contract.path.replace(/:(\w+)/g, '{$1}')
    const operation = operationOf(name, contract, answers.get(name) ?? {}, components)
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operation }
  }
  const webhooks = webhooksSection(components)
  return {
    openapi: '3.1.0',
    info: { title: 'Storycast', version: interfaceVersion, description: introduction },
    servers: [{ url: appUrl() }],
    tags: [...new Set([...all.map(({ contract }) => contract.tag), webhooksTag])].map((name) => ({ name })),
    paths,
    webhooks,
    components: { schemas: { ...components.schemas, Error: errorSchema }, securitySchemes, parameters, headers },
  }
}

const introduction = [
  'Create, schedule and publish posts to seven networks.',
  'Send a token with every request: `Authorization: Bearer svc_pat_…`. A token that is bound to a project uses that project. With any other token, set `project_id`.',
  'Every POST that creates or triggers something accepts an `Idempotency-Key`. A successful response is stored for 24 hours and returned again. An error releases the key.',
  'Lists are newest first. Pass `next_cursor` as `cursor` to get the next page.',
].join('\n\n')

function operationOf(
  name: string,
  contract: Contract,
  answers: Record<string, Answer>,
  components: Components,
): Operation {
  return {
    operationId: name,
    tags: [contract.tag],
    summary: contract.summary,
    description: [contract.description, scopeSentence(contract)].filter(Boolean).join('\n\n'),
    security: securityOf(contract),
    parameters: parametersOf(contract, components),
    ...(contract.body || contract.file || contract.raw ? { requestBody: requestBodyOf(contract, components) } : {}),
    responses: { ...answers, ...failures(contract) },
  }
}

function scopeSentence({ scope }: Contract): string {
  if (scope === 'public') return 'No token needed.'
  if (scope === 'any') return 'Any valid token.'
  if (scope === 'session') return 'Only for the signed-in dashboard, not for tokens.'
  return `Scope: \`${scope}\`.`
}

function securityOf({ scope }: Contract): Operation['security'] {
  if (scope === 'public') return []
  return scope === 'session' ? [{ session: [] }] : [{ token: [] }, { session: [] }]
}

function parametersOf(contract: Contract, components: Components): Operation['parameters'] {
  const path = contract.params ? membersOf(components.convert(contract.params, 'input'), 'path') : []
  const query = contract.query ? membersOf(components.convert(contract.query, 'input'), 'query') : []
  const key = contract.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  return [...path, ...query, ...key, { $ref: '#/components/parameters/RequestId' }]
}

function membersOf(schema: JsonSchema, place: 'path' | 'query'): Parameter[] {
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...member }]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    ...(description === undefined ? {} : { description }),
    schema: member,
  }))
}

function requestBodyOf(contract: Contract, components: Components): Operation['requestBody'] {
  if (contract.raw) return { required: true, content: { [contract.raw.type]: { schema: { type: 'object' } } } }
  const body = contract.referenceBody ?? contract.body
  const json: Record<string, Media> = body ? { 'application/json': { schema: components.convert(body, 'input') } } : {}
  return { required: !contract.isBodyOptional, content: { ...json, ...fileContentOf(contract, components) } }
}

const binary: JsonSchema = { type: 'string', format: 'binary' }

/** The file as the body, or as a part of a form. */
function fileContentOf({ file }: Contract, components: Components): Record<string, Media> {
  if (!file) return {}
  if (file.as === 'raw') return Object.fromEntries(file.types.map((type) => [type, { schema: binary }]))
  const fields = components.convert(file.fields, 'input')
  const schema: JsonSchema = {
    ...fields,
    properties: { file: { ...binary, description: `One of ${file.types.join(', ')}.` }, ...fields.properties },
    required: ['file', ...(fields.required ?? [])],
  }
  return { 'multipart/form-data': { schema } }
}

function successes(contract: Contract, components: Components): Record<string, Answer> {
  const names = ['RequestId']
  if (!contract.isUncounted) names.push('RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset')
  const type = contract.answersFile ?? (contract.answersText ? 'text/plain' : 'application/json')
  if (contract.idempotent) names.push('IdempotentReplayed')
  return Object.fromEntries(
    Object.entries(contract.answers).map(([status, schema]) => [
      status,
      {
        description: successDescriptions[status] ?? 'Done.',
        headers: Object.fromEntries(
          names.map((name) => [headerNames[name] ?? name, { $ref: `#/components/headers/${name}` }]),
        ),
        content: { [type]: { schema: contract.answersFile ? binary : components.convert(schema, 'output') } },
      },
    ]),
  )
}

const successDescriptions: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  207: 'Some items failed. See `errors`.',
}

/** Every error code of an endpoint: its own and the common ones. */
export function errorCodesOf(contract: Contract): ErrorCode[] {
  const { scope, params } = contract
  const codes: ErrorCode[] = ['validation_error']
  if (scope !== 'public') codes.push('unauthorized')
  if (scope !== 'public' && scope !== 'any') codes.push('insufficient_scope')
  if (params) codes.push('not_found')
  if (contract.idempotent) codes.push('idempotency_conflict', 'request_in_progress')
  if (takesBody(contract)) codes.push('payload_too_large')
  if (takesBody(contract) && !contract.raw) codes.push('unsupported_media_type')
  if (!contract.isUncounted) codes.push('rate_limited')
  codes.push(...(contract.errors ?? []), 'internal_error', 'unavailable')
  return [...new Set(codes)].sort((one, other) => errorStatus[one] - errorStatus[other])
}

function failures(contract: Contract): Record<string, Answer> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodesOf(contract)) {
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]): [string, Answer] => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
          },
        },
      },
    ]),
  )
}

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'The body of every error. Some codes have more members.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorStatus) },
        message: { type: 'string', description: 'What happened and what to do, for users.' },
        issues: {
          type: 'array',
          description: 'With `validation_error`: one per invalid member.',
          items: {
            type: 'object',
            required: ['path', 'code', 'message'],
            properties: {
              path: { type: 'string' },
              code: { type: 'string' },
              message: { type: 'string' },
              channel: { enum: [...channelIds], description: 'Set if the issue concerns one channel.' },
            },
          },
        },
        missing: {
          type: 'array',
          description: 'With the issue `missing_chunks`: the indexes.',
          items: { type: 'integer' },
        },
        preflight: { type: 'object', description: 'With `missing_connection`: the state of each channel.' },
        lint: { type: 'object', description: 'With `voice_violation`: the violated rules and their positions.' },
        provider_code: { type: 'string', description: 'With `provider_error`: the error code of the network.' },
      },
    },
  },
}

const securitySchemes: OpenApiDocument['components']['securitySchemes'] = {
  token: { type: 'http', scheme: 'bearer', description: 'A token from the developer page: svc_pat_… or svc_oat_….' },
  session: { type: 'apiKey', in: 'cookie', name: 'storycast.session', description: 'The signed-in dashboard.' },
}

const parameters: OpenApiDocument['components']['parameters'] = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Repeated requests with this key get the first successful response for 24 hours. An error releases the key.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Returned in the response and written to our log.',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
}

const headerNames: Record<string, string> = {
  RateLimitLimit: 'X-RateLimit-Limit',
  RateLimitRemaining: 'X-RateLimit-Remaining',
  RateLimitReset: 'X-RateLimit-Reset',
  RequestId: 'X-Request-Id',
  IdempotentReplayed: 'Idempotent-Replayed',
}

const headers: OpenApiDocument['components']['headers'] = {
  RateLimitLimit: { description: 'Requests allowed per minute.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'When the count resets, in Unix seconds.', schema: { type: 'integer' } },
  RequestId: { description: 'Identifies this request in our log.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: 'This is the stored response of the first request with this key.',
    schema: { type: 'string', const: 'true' },
  },
}
