import { z } from 'zod'
import type { Contract } from '@/lib/api/contract'
import { takesBody } from '@/lib/api/operation'
import { channelIds } from '@/lib/channel-ids'
import { errorStatus } from '@/lib/errors'
import { contracts } from '@/lib/openapi/contracts'
import { errorCodesOf } from '@/lib/openapi/openapi'
import type { FuzzRequest } from './requests'

export type Answer = { status: number; headers: Headers; text: string }

/** The shape of errors. Some codes have more members. */
const Envelope = z.strictObject({
  error: z.looseObject({
    code: z.enum(Object.keys(errorStatus) as [keyof typeof errorStatus]),
    message: z.string().min(1).max(20_000),
    issues: z
      .array(
        z.strictObject({
          path: z.string(),
          code: z.string().min(1),
          message: z.string().min(1),
          channel: z.enum(channelIds).optional(),
        }),
      )
      .min(1)
      .optional(),
  }),
})

const at = (path: string): Contract[] => contracts.flatMap(({ contract }) => (contract.path === path ? [contract] : []))

/** The contract for the request's path and method, which can differ from the one it was generated for. */
const contractOf = ({ one, method }: FuzzRequest): Contract | undefined =>
  at(one.contract.path).find((contract) => contract.method === (method === 'HEAD' ? 'GET' : method))

/** Null if the response matches the contract, else the problem. */
export function checkResponse(request: FuzzRequest, answer: Answer, sandboxUrl: string): string | null {
  const { status, headers, text } = answer
  if (!headers.get('x-request-id')) return 'has no request id'
  const fileType = contractOf(request)?.answersFile
  if (fileType && status === 200) return headers.get('content-type') === fileType ? null : `is not ${fileType}`
  if (headers.get('content-type') !== 'application/json') return `is ${headers.get('content-type')}`
  const contract = contractOf(request)
  if (request.method === 'HEAD') return checkHead(contract, status, text)
  if (!isJson(text)) return 'is not JSON'
  if (status >= 400) return checkError(request, contract, answer, sandboxUrl)
  const schema = contract?.answers[status]
  if (!contract || !schema) return 'has a status outside the contract'
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) return `breaks its contract: ${parsed.error.message}`
  return isValidRequest(request, contract) ? null : 'accepts invalid input'
}

/** HEAD has only a status. */
function checkHead(contract: Contract | undefined, status: number, text: string): string | null {
  if (text !== '') return 'has a body'
  if (!contract) return status === 405 ? null : 'is not 405'
  const refusals = errorCodesOf(contract).map((code) => errorStatus[code])
  if (status >= 500) return 'is a server error'
  return status in contract.answers || refusals.includes(status as never) ? null : 'has a status outside the contract'
}

function checkError(
  request: FuzzRequest,
  contract: Contract | undefined,
  { status, headers, text }: Answer,
  sandboxUrl: string,
): string | null {
  const parsed = Envelope.safeParse(JSON.parse(text))
  if (!parsed.success) return `is not a valid error: ${parsed.error.message}`
  const { code, issues } = parsed.data.error
  if (errorStatus[code] !== status) return `has ${code} with ${status}`
  if ((code === 'validation_error') !== (issues !== undefined)) return 'has missing or unexpected issues'
  if (!contract) {
    const allowed = at(request.one.contract.path).map(({ method }) => method)
    const isTold = allowed.every((method) => headers.get('allow')?.includes(method))
    return code === 'method_not_allowed' && isTold ? null : 'does not list the allowed methods'
  }
  if (!errorCodesOf(contract).includes(code)) return `has the code ${code}, which is not in the contract`
  if (code === 'ai_unavailable' && isNoText(parsed.data.error.message)) return null
  if (status >= 500)
    return code === 'provider_error' && namesOtherSite(request, sandboxUrl) ? null : 'is a server error'
  return null
}

/** Nothing is left of some texts, such as a variable. */
const isNoText = (message: string): boolean => /wrote no \w+ within the rules|could not describe/.test(message)

/** The sandbox does not fail, so a network is unreachable only if the request names another URL. */
function namesOtherSite({ body }: FuzzRequest, sandboxUrl: string): boolean {
  const Named = z.object({ channel: z.literal('ghost'), credentials: z.object({ site_url: z.string() }) })
  const named = Named.safeParse(typeof body === 'string' && isJson(body) ? JSON.parse(body) : null)
  return named.success && !named.data.credentials.site_url.trim().startsWith(`${sandboxUrl}/`)
}

function isValidRequest({ query, body, headers }: FuzzRequest, contract: Contract): boolean {
  if (contract.query && !contract.query.safeParse(Object.fromEntries(query)).success) return false
  if (!takesBody(contract)) return true
  // An upload URL with a file returns it, whatever is sent again.
  if (contract.file?.as === 'raw') return true
  if (body === null || body.length === 0) return contract.isBodyOptional === true || !(contract.body || contract.file)
  // Whether bytes are valid is not checked here. Other tests cover broken files.
  if (contract.file && body instanceof Uint8Array) return true
  if (typeof body !== 'string' || !headers['content-type']?.startsWith('application/json')) return false
  return (contract.body ?? z.strictObject({})).safeParse(JSON.parse(body)).success
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
