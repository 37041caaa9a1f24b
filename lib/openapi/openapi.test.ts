import { describe, expect, test } from 'vitest'
import { errorStatus } from '@/lib/errors'
import { contracts } from './contracts'
import { errorExample } from './error-examples'
import { errorCodesOf, type Operation, openApiDocument } from './openapi'

const document = openApiDocument()

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, string, Operation] => [method, path, operation]),
)

/** Every value of a key, at any depth. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const own = !Array.isArray(value) && key in value ? [(value as Record<string, unknown>)[key]] : []
  return [...own, ...Object.values(value).flatMap((member) => valuesOf(member, key))]
}

const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document)

test('is OpenAPI 3.1 with the version of the API', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Storycast', version: '1.3.0' } })
  expect(document.servers[0]?.url).toMatch(/^https?:\/\/[^/]+$/)
})

test('is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

test('has every contract as an operation', () => {
  expect(operations.map(([, , { operationId }]) => operationId).sort()).toEqual(
    contracts.map(({ name }) => name).sort(),
  )
})

test('every reference resolves', () => {
  const references = [...new Set(valuesOf(document, '$ref') as string[])]
  expect(references.length).toBeGreaterThan(10)
  expect(references.filter((reference) => !reference.startsWith('#/') || resolve(reference) === undefined)).toEqual([])
})

test('every schema and security scheme in use exists', () => {
  const schemes = operations.flatMap(([, , { security }]) => security.flatMap((way) => Object.keys(way)))
  expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining([...new Set(schemes)]))
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Story', 'Project', 'Error']))
})

describe.each(operations)('%s %s', (method, path, operation) => {
  const own = operation.parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : []))

  test('has a summary and a known tag', () => {
    expect(operation.summary).not.toBe('')
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0])
  })

  test('declares exactly the parameters of its path as required', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const declared = own.filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name)).toEqual(inPath)
    expect(declared.every(({ required }) => required)).toBe(true)
    expect(own.map(({ name }) => name)).toEqual([...new Set(own.map(({ name }) => name))])
  })

  test('has no request body for GET', () => {
    if (method === 'get') expect(operation.requestBody).toBeUndefined()
  })

  test('has a success response with rate limit headers', () => {
    const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
    expect(good.length).toBeGreaterThan(0)
    for (const [, { headers }] of good) {
      const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
      // Deliveries of networks are not counted.
      const expected = path.startsWith('/api/webhooks/') ? ['X-Request-Id'] : [...limits, 'X-Request-Id']
      expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(expected))
    }
  })

  test('has an example of each error under its status', () => {
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (status.startsWith('2')) continue
      const examples = Object.entries(answer.content['application/json']?.examples ?? {})
      expect(examples.length).toBeGreaterThan(0)
      for (const [code, { value }] of examples) {
        expect(errorStatus[code as keyof typeof errorStatus]).toBe(Number(status))
        expect(value).toMatchObject({ error: { code } })
      }
    }
  })
})

test('every error code has an example', () => {
  const codes = Object.keys(errorStatus) as (keyof typeof errorStatus)[]
  expect(codes.filter((code) => errorExample(code).error.message === 'The request failed.')).toEqual([])
})

test('an idempotent endpoint declares Idempotency-Key and its conflicts', () => {
  for (const { name, contract } of contracts) {
    const operation = operations.find(([, , { operationId }]) => operationId === name)?.[2]
    const takesKey = operation?.parameters.some(
      (parameter) => '$ref' in parameter && parameter.$ref === '#/components/parameters/IdempotencyKey',
    )
    expect(takesKey, name).toBe(contract.idempotent === true)
    expect(errorCodesOf(contract).includes('idempotency_conflict'), name).toBe(contract.idempotent === true)
  }
})

test('an alias is described as one and never required', () => {
  const shape = document.components.schemas.CreateStory
  expect(shape?.properties?.projectId?.description).toBe('Alias of `project_id`.')
  expect(shape?.properties?.project_id?.description).not.toMatch(/Alias of/)
  expect(shape?.required).toEqual(['caption'])
})
