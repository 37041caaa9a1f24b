import { type ChildProcess, spawn } from 'node:child_process'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { aDirectory, aSandbox, control, everyNetwork, json, request, textPoster, texts } from './support'

test('keeps accounts, posts, faults and settings after a restart', async () => {
  const directory = await aDirectory()
  const first = await aSandbox({ directory })
  const accounts = everyNetwork.map((network) => first.openAccount({ network }))
  for (const account of accounts) await textPoster(first, account)(`From ${account.network}`)
  await control(first, 'POST', '/settings', { network: 'x', visibility_lag_ms: 5_000 })
  await control(first, 'POST', '/faults', { network: 'x', fault: 'timeout_before', times: 2 })
  const told = first.posts().map(({ permalink: _, media: __, ...post }) => post)
  expect(told).toHaveLength(7)
  await first.stop()

  const second = await aSandbox({ directory })
  expect(second.posts().map(({ permalink: _, media: __, ...post }) => post)).toEqual(told)
  for (const account of accounts) {
    const again = second.openAccount({ network: account.network, account_id: account.account_id })
    expect(again).toEqual({ ...account, credentials: again.credentials })
    if (account.network !== 'ghost') expect(again.credentials).toEqual(account.credentials)
  }
  const { settings } = (await control(second, 'GET', '/settings')).body
  expect([settings.x.visibility_lag_ms, settings.ghost.visibility_lag_ms]).toEqual([5_000, 0])
  expect((await control(second, 'GET', '/faults')).body.faults).toMatchObject([{ fault: 'timeout_before', times: 2 }])
})

test('a killed process loses no confirmed post', async () => {
  const directory = await aDirectory()
  const first = await aProcess(directory)
  const account = (await control(first, 'POST', '/accounts', { network: 'facebook' })).body
  const feed = `/facebook/v25.0/${account.account_id}/feed`
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  const answered: string[] = []
  const posting = Array.from({ length: 8 }, async (_, lane) => {
    for (let i = 0; i < 500; i++) {
      const reply = await request(`${first.url}${feed}`, json({ message: `${lane}-${i}` }, headers)).catch(() => null)
      if (!reply) return
      answered.push(reply.body.id)
      if (answered.length === 100) first.child.kill('SIGKILL')
    }
  })
  await Promise.all(posting)

  const second = await aProcess(directory)
  const kept = (await control(second, 'GET', '/posts?network=facebook')).body.posts.map(({ id }: { id: string }) => id)
  expect(answered.length).toBeGreaterThanOrEqual(100)
  expect(answered.filter((id) => !kept.includes(id))).toEqual([])
})

test('drops an incomplete last line and keeps later ones', async () => {
  const directory = await aDirectory()
  const first = await aSandbox({ directory })
  const account = first.openAccount({ network: 'facebook' })
  await textPoster(first, account)('whole')
  await first.stop()
  await appendFile(`${directory}/journal.jsonl`, '[["post",{"network":"facebook","id":"1')

  const second = await aSandbox({ directory })
  await textPoster(second, account)('after')
  await second.stop()
  const third = await aSandbox({ directory })
  expect(texts(third.posts())).toEqual(['whole', 'after'])
})

test('refuses to start with a damaged log', async () => {
  const directory = await aDirectory()
  const first = await aSandbox({ directory })
  first.openAccount({ network: 'facebook' })
  await first.stop()
  const path = `${directory}/journal.jsonl`
  await writeFile(path, `{{{\n${await readFile(path, 'utf8')}`)
  await expect(aSandbox({ directory })).rejects.toThrow('Line 1 of the sandbox')
})

test('the process exits with its parent and on SIGTERM', async () => {
  const child = spawn(process.execPath, command(await aDirectory()), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  await readyUrl(child)
  child.disconnect()
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  const other = await aProcess(await aDirectory())
  other.child.kill('SIGTERM')
  expect(await new Promise((resolve) => other.child.once('exit', resolve))).toBe(0)
})

type Process = { url: string; child: ChildProcess }

const command = (directory: string): string[] => [
  '--import',
  'tsx',
  'scripts/sandbox.ts',
  '--port',
  '0',
  '--directory',
  directory,
]

async function aProcess(directory: string): Promise<Process> {
  const child = spawn(process.execPath, command(directory), { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { url: await readyUrl(child), child }
}

async function readyUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const { event, url } = JSON.parse(line)
    if (event === 'sandbox.ready') return url
  }
  throw new Error('The sandbox did not start.')
}
