/** What a person does on a network's consent page. Left out: as the page has it, everything ticked. */
export type Decision = {
  account?: string
  shared?: string[]
  /** Unticked. */
  without?: string[]
  refuses?: boolean
}

const valuesOf = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map((match) => match[1] ?? '')

/** Goes through the sandbox's page as a browser would, and gives the address that it sends the person back to. */
export async function decide(url: string, decision: Decision = {}): Promise<URL> {
  const asked = await fetch(url, { redirect: 'manual' })
  const location = asked.headers.get('location')
  // Some faults are told to the app instead of the person.
  if (location) return new URL(location)
  const page = await asked.text()
  if (asked.status !== 200) throw new Error(`The consent page answered ${asked.status}: ${page}`)
  const form = new URLSearchParams({ decision: decision.refuses ? 'refuse' : 'allow' })
  const account = decision.account ?? valuesOf(page, 'account')[0]
  if (account) form.set('account', account)
  for (const id of decision.shared ?? valuesOf(page, 'shared')) form.append('shared', id)
  for (const scope of valuesOf(page, 'scope')) if (!decision.without?.includes(scope)) form.append('scope', scope)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const decided = await fetch(url, { method: 'POST', redirect: 'manual', headers, body: form.toString() })
  const back = decided.headers.get('location')
  if (!back) throw new Error(`The decision was answered with ${decided.status}: ${await decided.text()}`)
  return new URL(back)
}
