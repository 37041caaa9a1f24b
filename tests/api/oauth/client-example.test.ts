import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, expect, inject, test } from 'vitest'
import { getStory } from '@/lib/stories/contract'
import { allow, anApp, aUser } from '@/tests/support/oauth/oauth'

/** The example program of `docs/oauth.md` works. */
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill()
})

function startExample(env: Record<string, string>) {
  const program = ['docs/examples/oauth-client.mjs', 'Fresh bread', 'x']
  const child = spawn(process.execPath, program, {
    env: { ...process.env, STORYCAST_URL: inject('productUrl'), ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, nextLine: async (): Promise<string> => (await lines.next()).value ?? '' }
}

test('it registers itself, gets a token and publishes a story', async () => {
  const user = await aUser()
  await user.connect('x')
  const { child, nextLine } = startExample({})
  const exited = once(child, 'exit')
  const page = new URL((await nextLine()).replace('Open ', ''))
  const back = await allow(user, { query: page.searchParams })
  expect(await (await fetch(back)).text()).toBe('You can close this page.')
  const [, id = ''] = /^Story (\S+) is being published\.$/.exec(await nextLine()) ?? []
  expect(await exited).toEqual([0, null])
  const story = await user.api.get(getStory, { id })
  expect([story.caption, story.status]).toEqual(['Fresh bread', 'scheduled'])
})

test('it refuses an answer with another state', async () => {
  const { child, nextLine } = startExample({ CLIENT_ID: (await anApp()).client.client_id })
  const exited = once(child, 'exit')
  const page = new URL((await nextLine()).replace('Open ', ''))
  const forged = new URLSearchParams({ code: 'stolen', state: 'other', iss: inject('productUrl') })
  await fetch(`${page.searchParams.get('redirect_uri')}?${forged}`)
  expect((await exited)[0]).toBe(1)
})
