import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Call } from '../exchange'

/** RFC 3986: `encodeURIComponent` leaves five characters alone that OAuth wants encoded. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export type Signed = {
  method: string
  /** Without query and fragment. */
  address: string
  /** Query, form fields and the `oauth_` values, the signature left out. */
  parameters: [string, string][]
  consumerSecret: string
  tokenSecret: string
}

/** HMAC-SHA1 over RFC 5849's base string, in base64. */
export function signatureOf({ method, address, parameters, consumerSecret, tokenSecret }: Signed): string {
  const encoded = parameters.map(([name, value]): [string, string] => [percentEncode(name), percentEncode(value)])
  encoded.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
  const joined = encoded.map((pair) => pair.join('=')).join('&')
  const base = [method.toUpperCase(), address, joined].map(percentEncode).join('&')
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`
  return createHmac('sha1', key).update(base).digest('base64')
}

/** By bytes, not by any language's order. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The values of `Authorization: OAuth …`; undefined when it is another scheme or not well formed. */
export function parseHeader(header: string | undefined): Record<string, string> | undefined {
  const list = /^OAuth\s+(.+)$/s.exec(header ?? '')?.[1]
  if (list === undefined) return undefined
  const values: Record<string, string> = {}
  for (const item of list.split(',')) {
    const pair = /^\s*([\w%.~-]+)="([^"]*)"\s*$/.exec(item)
    if (pair?.[1] === undefined || pair[2] === undefined) return undefined
    try {
      values[decodeURIComponent(pair[1])] = decodeURIComponent(pair[2])
    } catch {
      return undefined
    }
  }
  return values
}

/** JSON and multipart bodies are not signed, forms are. `realm` never is. */
export function signedParameters(call: Call, header: Record<string, string>): [string, string][] {
  const fromHeader = Object.entries(header).filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
  const isForm = call.contentType === 'application/x-www-form-urlencoded'
  return [...call.query, ...(isForm ? call.form() : []), ...fromHeader]
}

export function isSameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
