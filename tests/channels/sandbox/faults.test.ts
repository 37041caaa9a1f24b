import { expect, test } from 'vitest'
import { aFault, aSandbox, control, everyNetwork, request, signX, textPoster, texts } from './support'

const aPost = async (sandbox: Awaited<ReturnType<typeof aSandbox>>) => {
  const account = sandbox.openAccount({ network: 'facebook' })
  return { account, post: textPoster(sandbox, account) }
}

const gaveUp = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => 'answered',
    (error) => (error.name === 'TimeoutError' ? 'timeout' : 'broken'),
  )

test.each([
  ['timeout_before', 'timeout', []],
  ['timeout_after', 'timeout', ['hello']],
  ['reset_before', 'broken', []],
  ['reset_after', 'broken', ['hello']],
])('%s: the client gets %s and the stored posts are %j', async (fault, seen, held) => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'facebook' })
  await aFault(sandbox, { network: 'facebook', call: 'publish', fault, times: 1 })
  const outcome = await gaveUp(
    fetch(`${sandbox.url}/facebook/v25.0/${account.account_id}/feed`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.credentials.access_token}` },
      body: new URLSearchParams({ message: 'hello' }),
      signal: AbortSignal.timeout(300),
    }),
  )
  expect([outcome, texts(sandbox.posts())]).toEqual([seen, held])
  await textPoster(sandbox, account)('again')
  expect(texts(sandbox.posts())).toEqual([...held, 'again'])
})

test('error_after creates the post and returns 500', async () => {
  const sandbox = await aSandbox()
  const { post } = await aPost(sandbox)
  await aFault(sandbox, { network: 'facebook', call: 'publish', fault: 'error_after' })
  const { status, body } = await post('hello')
  expect([status, body.error.code]).toEqual([500, 2])
  expect(texts(sandbox.posts())).toEqual(['hello'])
})

test.each([
  ['html', 'before', []],
  ['html', 'after', ['hello']],
  ['truncated_json', 'after', ['hello']],
  ['empty', 'after', ['hello']],
])('rubbish %s %s: an unreadable 200', async (content, when, held) => {
  const sandbox = await aSandbox()
  const { post } = await aPost(sandbox)
  await aFault(sandbox, { network: 'facebook', call: 'publish', fault: 'rubbish', content, when })
  const { status, body } = await post('hello')
  expect([status, body, texts(sandbox.posts())]).toEqual([200, undefined, held])
})

test('slow delays the whole response', async () => {
  const sandbox = await aSandbox()
  const { post } = await aPost(sandbox)
  await aFault(sandbox, { network: 'facebook', call: 'publish', fault: 'slow', delay_ms: 200 })
  const startedMs = performance.now()
  expect((await post('hello')).status).toBe(200)
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(195)
})

test('every network has all presets in its own form and publishes nothing', async () => {
  const sandbox = await aSandbox()
  for (const network of everyNetwork) {
    const account = sandbox.openAccount({ network })
    const statuses: number[] = []
    for (const preset of ['permission', 'content', 'review', 'media', 'duplicate', 'server_error']) {
      await aFault(sandbox, { network, call: 'publish', fault: 'refuse', preset, times: 1 })
      const { status, body } = await textPoster(sandbox, account)(`${network} ${preset}`)
      expect(body).toEqual(errorShapes[network])
      statuses.push(status)
    }
    expect(statuses.every((status) => status >= 400)).toBe(true)
    expect(statuses.at(-1)).toBeGreaterThanOrEqual(500)
  }
  expect(sandbox.posts()).toEqual([])
})

const graph = {
  error: expect.objectContaining({ message: expect.any(String), type: 'OAuthException', code: expect.any(Number) }),
}
const errorShapes: Record<string, unknown> = {
  instagram: graph,
  facebook: graph,
  threads: graph,
  x: expect.objectContaining({
    title: expect.any(String),
    detail: expect.any(String),
    type: expect.any(String),
    status: expect.any(Number),
  }),
  linkedin: expect.objectContaining({
    status: expect.any(Number),
    code: expect.any(String),
    message: expect.any(String),
  }),
  pinterest: { code: expect.any(Number), message: expect.any(String) },
  ghost: { errors: [expect.objectContaining({ message: expect.any(String), type: expect.any(String) })] },
}

test('refuse with a custom status, body and header', async () => {
  const sandbox = await aSandbox()
  const { post } = await aPost(sandbox)
  const body = { error: { message: 'odd', code: 368 } }
  await aFault(sandbox, {
    network: 'facebook',
    call: 'publish',
    fault: 'refuse',
    status: 418,
    body,
    headers: { 'x-odd': 'yes' },
  })
  const reply = await post('hello')
  expect([reply.status, reply.body, reply.headers.get('x-odd')]).toEqual([418, body, 'yes'])
})

test.each([
  ['instagram', 400, 'x-business-use-case-usage', /"estimated_time_to_regain_access":2\b/],
  ['facebook', 400, 'x-business-use-case-usage', /"estimated_time_to_regain_access":2\b/],
  ['threads', 400, 'x-business-use-case-usage', /"estimated_time_to_regain_access":2\b/],
  ['x', 429, 'x-rate-limit-reset', /^\d{10}$/],
  ['linkedin', 429, 'retry-after', /^90$/],
  ['pinterest', 429, 'x-ratelimit-reset', /^90, 1;w=1;/],
  ['ghost', 429, 'retry-after', /^90$/],
] as const)('rate_limit on %s: %i with the retry time in %s', async (network, status, header, value) => {
  const sandbox = await aSandbox()
  const post = textPoster(sandbox, sandbox.openAccount({ network }))
  await aFault(sandbox, { network, call: 'publish', fault: 'rate_limit', retry_after_seconds: 90, times: 1 })
  const limited = await post('one')
  expect([limited.status, limited.headers.get(header)]).toEqual([status, expect.stringMatching(value)])
  await aFault(sandbox, { network, call: 'publish', fault: 'rate_limit', with_headers: false, times: 1 })
  const bare = await post('one')
  expect([bare.status, bare.headers.get(header)]).toEqual([status, null])
  expect(sandbox.posts()).toEqual([])
})

test('expire_token expires the token until it is restored', async () => {
  const sandbox = await aSandbox()
  const { account, post } = await aPost(sandbox)
  await aFault(sandbox, { network: 'facebook', fault: 'expire_token', times: 1 })
  expect((await post('one')).body.error).toMatchObject({ code: 190, error_subcode: 463 })
  expect((await post('two')).body.error).toMatchObject({ code: 190, error_subcode: 463 })
  await control(sandbox, 'POST', `/accounts/facebook/${account.account_id}/restore-token`)
  expect((await post('three')).status).toBe(200)
})

test('container faults appear in the status', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'instagram' })
  await aFault(sandbox, { network: 'instagram', fault: 'container_error', reason: '2207032', times: 1 })
  await aFault(sandbox, { network: 'instagram', fault: 'container_expired', skip: 1, times: 1 })
  const base = `${sandbox.url}/instagram/v25.0`
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  const statuses: unknown[] = []
  for (let i = 0; i < 3; i++) {
    const body = new URLSearchParams({ image_url: `${sandbox.url}/samples/dawn.jpg` })
    const made = await request(`${base}/me/media`, { method: 'POST', headers, body })
    statuses.push((await request(`${base}/${made.body.id}?fields=status_code,status`, { headers })).body)
  }
  expect(statuses).toMatchObject([
    { status_code: 'ERROR', status: 'Error: Media upload has failed with error code 2207032' },
    { status_code: 'FINISHED' },
    { status_code: 'EXPIRED' },
  ])
})

test('times and skip count calls of the given account only', async () => {
  const sandbox = await aSandbox()
  const [one, two] = [sandbox.openAccount({ network: 'facebook' }), sandbox.openAccount({ network: 'facebook' })]
  await aFault(sandbox, {
    network: 'facebook',
    account_id: one.account_id,
    call: 'publish',
    fault: 'refuse',
    skip: 1,
    times: 2,
  })
  const statusesOf = async (post: ReturnType<typeof textPoster>) => {
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await post(`post ${i}`)).status)
    return statuses
  }
  expect(await statusesOf(textPoster(sandbox, one))).toEqual([200, 500, 500, 200])
  expect(await statusesOf(textPoster(sandbox, two))).toEqual([200, 200, 200, 200])
  expect((await control(sandbox, 'GET', '/faults')).body.faults).toMatchObject([{ used: 2 }])
})

test('probability affects the same calls for the same seed', async () => {
  const runs: string[] = []
  for (let run = 0; run < 2; run++) {
    const sandbox = await aSandbox()
    const { post } = await aPost(sandbox)
    await aFault(sandbox, { network: 'facebook', fault: 'refuse', probability: 0.5, seed: 7 })
    let pattern = ''
    for (let i = 0; i < 24; i++) pattern += (await post(`post ${i}`)).status === 200 ? '.' : 'x'
    runs.push(pattern)
  }
  expect(runs[0]).toBe(runs[1])
  expect(runs[0]).toMatch(/x/)
  expect(runs[0]).toMatch(/\./)
})

test('creates the post after a commit delay, even if the client gave up', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'x' })
  await control(sandbox, 'POST', '/settings', { network: 'x', commit_delay_ms: 300 })
  const url = `${sandbox.url}/x/2/tweets`
  const sending = fetch(url, {
    method: 'POST',
    headers: { authorization: signX(account, 'POST', url), 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'late' }),
    signal: AbortSignal.timeout(100),
  })
  expect(await gaveUp(sending)).toBe('timeout')
  expect(sandbox.posts()).toEqual([])
  await expect.poll(() => texts(sandbox.posts()), { timeout: 3_000 }).toEqual(['late'])
})

test('refuses impossible faults with a message', async () => {
  const sandbox = await aSandbox()
  const wrong = [
    { network: 'x', fault: 'refuse', call: 'container' },
    { network: 'ghost', fault: 'container_error' },
    { network: 'x', fault: 'explode' },
    { network: 'x', fault: 'slow' },
    { network: 'x', fault: 'reset_after', account_id: '1' },
    { network: 'x', fault: 'reset_after', probability: 2 },
  ]
  for (const fault of wrong) {
    const { status, body } = await control(sandbox, 'POST', '/faults', fault)
    expect([status, typeof body.error.message]).toEqual([fault.account_id ? 404 : 400, 'string'])
  }
})
