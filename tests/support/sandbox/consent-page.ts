/** Input for a network's consent page. By default all permissions are granted. */
export type Decision = {
  account?: string
  shared?: string[]
  /** Permissions to refuse. */
  without?: string[]
  refuses?: boolean
}

const valuesOf = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map((match) => match[1] ?? '')

/** Submits the sandbox's consent page. Returns the URL that it redirects to. */
export async function decide(url: string, decision: Decision = {}): Promise<URL> {
  const shown = await fetch(url, { redirect: 'manual' })
  const location = shown.headers.get('location')
  // Some errors are sent to the app and not shown.
  if (location) return new URL(location)
  const page = await shown.text()
  if (shown.status !== 200) throw new Error(`The consent page returned ${shown.status}: ${page}`)
  const form = new URLSearchParams({ decision: decision.refuses ? 'refuse' : 'allow' })
  const account = decision.account ?? valuesOf(page, 'account')[0]
  if (account) form.set('account', account)
  for (const id of decision.shared ?? valuesOf(page, 'shared')) form.append('shared', id)
  for (const scope of valuesOf(page, 'scope')) if (!decision.without?.includes(scope)) form.append('scope', scope)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const submitted = await fetch(url, { method: 'POST', redirect: 'manual', headers, body: form.toString() })
  const back = submitted.headers.get('location')
  if (!back) throw new Error(`The consent form returned ${submitted.status}: ${await submitted.text()}`)
  return new URL(back)
}
