import type { AnswerOf, Contract, Method, RequestOf } from './contract'

/**
 * What it takes to call an endpoint, and no more. A contract carries schemas, and the schemas a whole library; the
 * browser checks nothing and so loads only this. The contract itself is known to the types alone.
 */
export type Operation<C extends Contract = Contract> = {
  method: Method
  /** With parameters as `:id`. */
  path: string
  /** Members that go into the query although there is a body. */
  query?: readonly string[]
  /** Whether the members that are left go into a body; `optional` when an empty one may be left out. */
  body?: 'required' | 'optional'
  /** Never there at run time: by it the types of a call find those of the contract. */
  readonly contract?: C
}

type ContractOf<O extends Operation> = O extends Operation<infer C> ? C : never
/** What a call of this operation is given. */
export type RequestTo<O extends Operation> = RequestOf<ContractOf<O>>
/** What a call of this operation gives back. */
export type AnswerTo<O extends Operation> = AnswerOf<ContractOf<O>>

/** Whether requests carry a body. A DELETE has one only where its contract says so. */
export const takesBody = ({ method, body }: Pick<Contract, 'method' | 'body'>): boolean =>
  method === 'DELETE' ? body !== undefined : method !== 'GET'

/** A contract without what only the server needs. */
export function operationOf<C extends Contract>(contract: C): Operation<C> {
  const { method, path, isBodyOptional } = contract
  const hasBody = takesBody(contract) && contract.body !== undefined
  if (!hasBody) return { method, path }
  const query = memberNames(contract.query)
  return { method, path, ...(query.length > 0 ? { query } : {}), body: isBodyOptional ? 'optional' : 'required' }
}

/** Names of an object schema, also of one with a transform behind it, as aliases are. */
function memberNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('shape' in schema && typeof schema.shape === 'object') return Object.keys(schema.shape ?? {})
  return 'in' in schema ? memberNames(schema.in) : []
}
