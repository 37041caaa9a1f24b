import { isSandbox } from '@/lib/channels/settings'
import { deadlineIn } from '@/lib/deadline'
import { appUrl } from '@/lib/env'
import { AddressRefused, guardedDispatcher, parsePublicUrl } from '@/lib/outbound/guard'
import { callOut, type OutboundAnswer, TransportError } from '@/lib/outbound/request'
import { parseUrl } from '@/lib/parse-url'
import { decodeText } from '@/lib/text/decode-text'
import { PageError } from './page-error'

/** `url` is the final one, after redirects. */
export type Page = { url: URL; html: string }

/** The tags are at the start of a page. The rest is not read. */
const bytesMax = 524_288
const redirectsMax = 4
/** For all redirects together. */
const deadlineMs = 8_000

/**
 * Fetches the start of a web page through the guard. Redirects are followed, because networks follow them; each target
 * is checked like the first URL.
 *
 * @throws PageError
 */
export async function fetchPage(address: string): Promise<Page> {
  const signal = deadlineIn(deadlineMs)
  let target = address
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const { url, answer } = await get(target, signal)
    const { status, headers } = answer
    if (status >= 300 && status < 400) {
      target = redirectOf(url, headers.location)
      continue
    }
    if (status !== 200) throw new PageError(`${url.host} answered with status ${status}. Check the link.`)
    const contentType = headers['content-type'] ?? ''
    if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(contentType.trim()))
      throw new PageError(`The link on ${url.host} is a file, not a web page.`)
    // Asked for, but some servers compress anyway.
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
      throw new PageError(`${url.host} sends the page only compressed.`)
    return { url, html: decodeText(answer.bytes, contentType) }
  }
  throw new PageError(`The link redirects more than ${redirectsMax} times.`)
}

async function get(address: string, signal: AbortSignal): Promise<{ url: URL; answer: OutboundAnswer }> {
  try {
    const given = new URL(address)
    const isTrusted = isSandboxPage(given)
    const url = isTrusted ? given : parsePublicUrl(address)
    const answer = await callOut({
      method: 'GET',
      url,
      headers: {
        accept: 'text/html, application/xhtml+xml',
        'accept-encoding': 'identity',
        'user-agent': `Mozilla/5.0 (compatible; Storycast; +${appUrl()})`,
      },
      maxBytes: bytesMax,
      cutAtMaxBytes: true,
      deadlineMs,
      signal,
      ...(isTrusted ? {} : { dispatcher: guardedDispatcher }),
    })
    return { url, answer }
  } catch (error) {
    if (error instanceof AddressRefused) throw new PageError(error.message)
    if (error instanceof TransportError) throw errorOf(error, new URL(address).host)
    throw error
  }
}

/** The sandbox has sample blogs on this machine. Only those are allowed. */
const isSandboxPage = (url: URL): boolean => isSandbox(url) && url.pathname.startsWith('/sources/')

function redirectOf(url: URL, location: string | undefined): string {
  const target = location ? parseUrl(location, url) : null
  if (!target) throw new PageError(`${url.host} redirects, but does not say where to. Use the final link.`)
  return target.href
}

function errorOf({ code, message }: TransportError, host: string): PageError {
  if (code === 'address_refused') return new PageError(message)
  if (code === 'timeout') return new PageError(`${host} did not respond within ${deadlineMs / 1_000} seconds.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new PageError(`There is no website at ${host}. Check the spelling of the link.`)
  return new PageError(`${host} does not respond (${code}). Check that the link opens in a browser.`)
}
