import type { AnswerOf, Contract, Method, RequestOf } from './contract'

/**
 * What a client needs to call an endpoint. The browser does not validate, so it loads this instead of the schemas.
 * The contract is referenced as a type only.
 */
export type Operation<C extends Contract = Contract> = {
  method: Method
  /** Parameters are written as `:id`. */
  path: string
  /** Members sent in the query although there is a body. */
  query?: readonly string[]
  /** Whether the other members are sent in a body; `optional` if an empty body may be omitted. */
  body?: 'required' | 'optional'
  /** Types only; never set at run time. */
  readonly contract?: C
}

type ContractOf<O extends Operation> = O extends Operation<infer C> ? C : never
/** Input of a call. */
export type RequestTo<O extends Operation> = RequestOf<ContractOf<O>>
/** Result of a call. */
export type AnswerTo<O extends Operation> = AnswerOf<ContractOf<O>>

/** Whether requests have a body. A DELETE has one only if its contract defines it. */
export const takesBody = ({ method, body }: Pick<Contract, 'method' | 'body'>): boolean =>
  method === 'DELETE' ? body !== undefined : method !== 'GET'

/** The parts of a contract that clients need. */
export function operationOf<C extends Contract>(contract: C): Operation<C> {
  const { method, path, isBodyOptional } = contract
  const hasBody = takesBody(contract) && contract.body !== undefined
  if (!hasBody) return { method, path }
  const query = memberNames(contract.query)
  return { method, path, ...(query.length > 0 ? { query } : {}), body: isBodyOptional ? 'optional' : 'required' }
}

/** Member names of an object schema, also with a transform such as aliases. */
function memberNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('shape' in schema && typeof schema.shape === 'object') return Object.keys(schema.shape ?? {})
  return 'in' in schema ? memberNames(schema.in) : []
}
