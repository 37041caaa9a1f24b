import { z } from 'zod'
import type { Contract } from '@/lib/api/contract'
import { contracts } from '@/lib/api/contracts'
import { errorCodesOf } from '@/lib/api/openapi'
import { takesBody } from '@/lib/api/operation'
import { channelIds } from '@/lib/channels/ids'
import { errorStatus } from '@/lib/errors'
import type { Attempt } from './fuzz-attempts'

export type Answer = { status: number; headers: Headers; text: string }

/** The one shape of errors; some codes have members beside these. */
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

/** The endpoint that a request reaches, which is another than it was made for when its method is. */
const reached = ({ one, method }: Attempt): Contract | undefined =>
  at(one.contract.path).find((contract) => contract.method === (method === 'HEAD' ? 'GET' : method))

/** Null when all is as promised, else what is not. `sandboxUrl` is where every network is that answers. */
export function judge(attempt: Attempt, answer: Answer, sandboxUrl: string): string | null {
  const { status, headers, text } = answer
  if (!headers.get('x-request-id')) return 'has no request id'
  if (headers.get('content-type') !== 'application/json') return `is ${headers.get('content-type')}`
  const contract = reached(attempt)
  if (attempt.method === 'HEAD') return judgeHead(contract, status, text)
  if (!isJson(text)) return 'is no JSON'
  if (status >= 400) return judgeRefusal(attempt, contract, answer, sandboxUrl)
  const schema = contract?.answers[status]
  if (!contract || !schema) return 'is a status that the contract does not know'
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) return `breaks its contract: ${parsed.error.message}`
  return isRightlyAccepted(attempt, contract) ? null : 'accepts what the contract refuses'
}

/** Of an answer without a body there is the status alone. */
function judgeHead(contract: Contract | undefined, status: number, text: string): string | null {
  if (text !== '') return 'has a body, though HEAD was asked'
  if (!contract) return status === 405 ? null : 'is no refusal of the method'
  const refusals = errorCodesOf(contract).map((code) => errorStatus[code])
  if (status >= 500) return 'is a fault of ours'
  return status in contract.answers || refusals.includes(status as never)
    ? null
    : 'is a status that the contract does not know'
}

function judgeRefusal(
  attempt: Attempt,
  contract: Contract | undefined,
  { status, headers, text }: Answer,
  sandboxUrl: string,
): string | null {
  const parsed = Envelope.safeParse(JSON.parse(text))
  if (!parsed.success) return `is no error: ${parsed.error.message}`
  const { code, issues } = parsed.data.error
  if (errorStatus[code] !== status) return `has ${code} with ${status}`
  if ((code === 'validation_error') !== (issues !== undefined)) return 'has no issues, or has issues that it should not'
  if (!contract) {
    const allowed = at(attempt.one.contract.path).map(({ method }) => method)
    const isTold = allowed.every((method) => headers.get('allow')?.includes(method))
    return code === 'method_not_allowed' && isTold ? null : 'does not say which methods there are'
  }
  if (!errorCodesOf(contract).includes(code)) return `has the code ${code}, which the contract does not know`
  if (status >= 500)
    return code === 'provider_error' && namesOtherSite(attempt, sandboxUrl) ? null : 'is a fault of ours'
  return null
}

/** The sandbox was told to fail nowhere, so a network can be away only where the request itself says where it is. */
function namesOtherSite({ body }: Attempt, sandboxUrl: string): boolean {
  const Named = z.object({ channel: z.literal('ghost'), credentials: z.object({ site_url: z.string() }) })
  const named = Named.safeParse(typeof body === 'string' && isJson(body) ? JSON.parse(body) : null)
  return named.success && !named.data.credentials.site_url.trim().startsWith(`${sandboxUrl}/`)
}

function isRightlyAccepted({ query, body, headers }: Attempt, contract: Contract): boolean {
  if (contract.query && !contract.query.safeParse(Object.fromEntries(query)).success) return false
  if (!takesBody(contract)) return true
  // An address that has its file answers with it, whatever is sent there again.
  if (contract.file?.as === 'raw') return true
  if (body === null || body.length === 0) return contract.isBodyOptional === true || !(contract.body || contract.file)
  // Of bytes the form is known by who made them; what is cut off or none of ours is refused by other tests' word.
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
