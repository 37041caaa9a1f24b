import { attemptTimeoutMs } from './retry-schedule'

/** Messages for error codes of Node, OpenSSL and undici. The first match counts. */
const messages: readonly [RegExp, string][] = [
  [
    /^timeout$/,
    `No complete response within ${attemptTimeoutMs / 1_000} seconds. Respond first, then process the event.`,
  ],
  [/^ENOTFOUND$/, 'The host name does not exist. Check its DNS record.'],
  [/^EAI_AGAIN$/, 'The host name could not be resolved. DNS is temporarily unavailable.'],
  [/^ECONNREFUSED$/, 'The endpoint refused the connection. Check that your server is running.'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The endpoint closed the connection before the response was complete.'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'The connection to the endpoint timed out.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'The address of the endpoint cannot be reached.'],
  [/^CERT_HAS_EXPIRED$/, 'The TLS certificate of the endpoint has expired. Renew it.'],
  [/^CERT_NOT_YET_VALID$/, 'The TLS certificate of the endpoint is not valid yet. Check its dates.'],
  [/SELF_SIGNED/, 'The TLS certificate of the endpoint is self-signed. Use one from a public certificate authority.'],
  [
    /^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/,
    'The endpoint does not send its full certificate chain. Add the intermediate certificates.',
  ],
  [
    /^UNABLE_TO_GET_ISSUER_CERT/,
    'The certificate authority of the endpoint is unknown. Use a certificate from a public one.',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The TLS certificate of the endpoint is for another host name.'],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO)/, 'The TLS handshake with the endpoint failed.'],
  [/^(HTTPParserError|HPE_|UND_ERR_REQ_CONTENT|UND_ERR_RES_CONTENT)/, 'The endpoint sent an invalid HTTP response.'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'The response headers are larger than 16 KiB.'],
]

/** The message for an attempt that got no response. */
export function errorMessage(code: string, message: string): string {
  const known = messages.find(([codes]) => codes.test(code))
  if (known) return known[1]
  return code === 'address_refused' ? message : `The endpoint could not be reached: ${message}`
}
