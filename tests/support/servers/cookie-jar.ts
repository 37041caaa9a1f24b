/** An HTTP client that stores cookies and follows redirects. */
export class CookieJar {
  private readonly cookies = new Map<string, string>()
  constructor(readonly baseUrl: string) {}

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  has(name: string): boolean {
    return this.cookies.has(name)
  }

  /** One request. Does not follow redirects. */
  async send(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(address, this.baseUrl), {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: this.header, origin: this.baseUrl },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.includes('Max-Age=0') || pair.endsWith('=')) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(name.length + 1))
    }
    return response
  }

  /** Posts a form of next-auth with its CSRF token. Returns the URL it redirects to. */
  async post(path: string, form: Record<string, string>): Promise<string> {
    const { csrfToken } = (await (await this.send('/api/auth/csrf')).json()) as { csrfToken: string }
    const answer = await this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, csrfToken, json: 'true' }),
    })
    return ((await answer.json()) as { url: string }).url
  }
}
