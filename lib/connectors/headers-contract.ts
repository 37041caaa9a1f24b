import { z } from 'zod'

/** RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]{1,100}$/
/** Visible characters, spaces and tabs. */
const value = /^[\t\x20-\x7e\xa0-\xff]{0,4000}$/
/** Set by the client, or able to change how the request is framed. */
const refused = new Set(
  'host content-length content-type transfer-encoding connection keep-alive upgrade te trailer expect range proxy-authorization proxy-connection accept-encoding if-none-match if-modified-since'.split(
    ' ',
  ),
)
const headersMax = 20

/** Request headers of a caller. Names are in lower case. */
export const requestHeaders = z
  .record(z.string(), z.string())
  .superRefine((headers, context) => {
    const add = (message: string, name?: string) =>
      context.addIssue({ code: 'custom', message, path: name === undefined ? [] : [name.slice(0, 100)] })
    const names = Object.keys(headers)
    if (names.length > headersMax) add(`may have at most ${headersMax} headers`)
    for (const name of names.slice(0, headersMax)) {
      if (!token.test(name)) add('is not a valid header name', name)
      else if (refused.has(name.toLowerCase())) add('may not be set', name)
      if (!value.test(headers[name] ?? '')) add('must be printable text of at most 4,000 characters', name)
    }
    const lower = names.map((name) => name.toLowerCase())
    if (new Set(lower).size < lower.length) add('has the same header twice')
  })
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text.trim()])),
  )
