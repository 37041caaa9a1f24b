import { deadlineMs } from './schedule'

/** Codes of Node, OpenSSL, undici and our own guard, and what a person can do. The first that fits is told. */
const words: readonly [RegExp, string][] = [
  [
    /^timeout$/,
    `There was no complete answer within ${deadlineMs / 1_000} seconds. Answer first, and do the work afterwards.`,
  ],
  [/^ENOTFOUND$/, 'The name of the endpoint is not known. Look at its DNS entry.'],
  [/^EAI_AGAIN$/, 'The name of the endpoint could not be looked up for the moment.'],
  [/^ECONNREFUSED$/, 'The endpoint refused the connection: nothing listens there.'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The endpoint closed the connection before its answer was complete.'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'No connection to the endpoint came about in time.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'There is no way to the address of the endpoint.'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the endpoint has expired. Renew it.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the endpoint is not valid yet. Look at its dates.'],
  [/SELF_SIGNED/, 'The certificate of the endpoint is self-signed. Use one of a public authority.'],
  [
    /^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/,
    'The endpoint does not send the whole chain of its certificate. Add the intermediate certificates.',
  ],
  [
    /^UNABLE_TO_GET_ISSUER_CERT/,
    'The authority of the endpoint’s certificate is not known. Use a certificate of a public one.',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the endpoint is made out to another name.'],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO)/, 'The endpoint does not speak TLS as expected.'],
  [/^(HTTPParserError|HPE_|UND_ERR_REQ_CONTENT|UND_ERR_RES_CONTENT)/, 'The endpoint does not speak HTTP as expected.'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'The headers of the answer are longer than 16 KiB.'],
]

/** What kept an attempt from coming to an answer, in a sentence for people. */
export function faultWords(code: string, message: string): string {
  const known = words.find(([codes]) => codes.test(code))
  if (known) return known[1]
  return code === 'address_refused' ? message : `The endpoint could not be reached: ${message}`
}
