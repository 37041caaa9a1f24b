import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { createAsset, listAssets } from '@/lib/media/contract'
import { Api, aProject } from '@/tests/support/api/api'
import { until } from '@/tests/support/processes/child-process'
import { sandboxUrl } from '@/tests/support/sandbox/file-sandbox'
import { sendRaw } from '@/tests/support/servers/raw-http'
import { aForm, anImage, hashOf, post } from './files'

const base64 = (bytes: Buffer) => bytes.toString('base64')
const shapeOf = createAsset.answers[201]
const madeBy = async (response: Response) => {
  const text = await response.text()
  if (response.status !== 201) throw new Error(`${response.status} ${text}`)
  return shapeOf.parse(JSON.parse(text))
}
const refusalOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; issues?: { path: string; code: string }[] } }
  return [response.status, error.code, error.issues?.map(({ path, code }) => `${path} ${code}`)]
}
const waiting = () => readdir(join(env().DATA_DIR, 'spool'))
/** Other tests upload at the same time, so this waits until nothing is left. */
const isEmptied = async () => {
  const before = new Set(await waiting())
  await until(async () => (await waiting()).every((name) => !before.has(name)), 'A spool without what was sent', 20)
}

describe('a file', () => {
  test('in base64 is stored with its facts', async () => {
    const { api, projectId } = await aProject()
    const bytes = await anImage({ width: 64, height: 48 })
    const { asset, file_url } = await api.post(createAsset, {
      projectId,
      filename: 'rye.jpg',
      mime_type: 'image/jpeg',
      data_base64: base64(bytes),
      category: 'bread',
      tags: ['a', 'b', 'a'],
    })
    expect(asset).toEqual({
      id: expect.any(String),
      project_id: projectId,
      name: 'rye.jpg',
      category: 'bread',
      tags: ['a', 'b'],
      alt_text: null,
      mime_type: 'image/png',
      file_size: bytes.length,
      width: 64,
      height: 48,
      duration_seconds: null,
      sha256: hashOf(bytes),
      file_url,
      preview_url: null,
      poster_url: null,
      source_url: null,
      derived_from: null,
      folder_id: null,
      created_at: expect.any(String),
    })
    const served = await fetch(file_url)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('in a form is stored, in any order of the fields', async () => {
    const { api, projectId } = await aProject()
    const bytes = await anImage()
    const file = { bytes, name: 'Brötchen.png', type: 'text/html' }
    const form = aForm([
      ['category', ''],
      ['file', file],
      ['projectId', projectId],
      ['tags', 'a, b'],
      ['tags', 'c'],
    ])
    const { asset } = await madeBy(await post(api, form))
    expect(asset).toMatchObject({ name: 'Brötchen.png', category: null, tags: ['a', 'b', 'c'], mime_type: 'image/png' })
    const again = aForm([
      ['project_id', projectId],
      ['name', 'Rye'],
      ['category', 'bread'],
      ['file', file],
    ])
    expect((await madeBy(await post(api, again))).asset).toMatchObject({ id: asset.id, category: 'bread' })
  })

  test('may have 10 MiB and not a byte more, in every kind of request', async () => {
    const { api } = await aProject()
    const image = await anImage()
    // Bytes after the end of the image are preserved.
    const full = Buffer.concat([image, Buffer.alloc(10_485_760 - image.length, 7)])
    const over = Buffer.concat([full, Buffer.alloc(1)])
    expect((await api.post(createAsset, { data_base64: base64(full) })).asset).toMatchObject({
      file_size: 10_485_760,
      sha256: hashOf(full),
    })
    const inForm = await madeBy(await post(api, aForm([['file', { bytes: full, name: 'a.png' }]])))
    expect(inForm.asset.sha256).toBe(hashOf(full))
    const message = 'The file is larger than 10,485,760 bytes. Send a smaller one.'
    const refused = await api.refused(createAsset, { data_base64: base64(over) })
    expect([refused.status, refused.error]).toEqual([413, { code: 'payload_too_large', message }])
    const refusedForm = await post(api, aForm([['file', { bytes: over, name: 'a.png' }]]))
    expect([refusedForm.status, await refusedForm.json()]).toEqual([
      413,
      { error: { code: 'payload_too_large', message } },
    ])
    await isEmptied()
  })

  test('is sanitized, rotated and stripped of its location', async () => {
    const { api } = await aProject()
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><script>alert(1)</script><rect width="8" height="4"/></svg>'
    const { asset, file_url } = await api.post(createAsset, { data_base64: base64(Buffer.from(drawing)) })
    expect(asset).toMatchObject({ mime_type: 'image/svg+xml', width: 8, height: 4, name: 'Untitled' })
    const served = await (await fetch(file_url)).text()
    expect([served.includes('script'), served.includes('<rect width="8" height="4">')]).toEqual([false, true])
    const turned = await sharp(await anImage({ width: 60, height: 20 }))
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const upright = await api.post(createAsset, { data_base64: base64(turned) })
    expect(upright.asset).toMatchObject({ width: 20, height: 60, mime_type: 'image/jpeg' })
    const kept = await sharp(Buffer.from(await (await fetch(upright.file_url)).arrayBuffer())).metadata()
    expect([kept.width, kept.height, kept.exif]).toEqual([20, 60, undefined])
  })

  test('with an Idempotency-Key is stored once, and another body is a conflict', async () => {
    const { api } = await aProject()
    const bytes = await anImage()
    const key = { 'idempotency-key': 'bread' }
    const form = (name: string) =>
      aForm([
        ['file', { bytes, name: 'a.png' }],
        ['name', name],
      ])
    const first = await post(api, form('Rye'), key)
    const again = await post(api, form('Rye'), key)
    expect([again.headers.get('idempotent-replayed'), await again.text()]).toEqual(['true', await first.text()])
    expect(await refusalOf(await post(api, form('Wheat'), key))).toEqual([409, 'idempotency_conflict', undefined])
    const other = aForm([
      ['file', { bytes: await anImage(), name: 'a.png' }],
      ['name', 'Rye'],
    ])
    expect(await refusalOf(await post(api, other, key))).toEqual([409, 'idempotency_conflict', undefined])
  })
})

describe('invalid requests', () => {
  test.each([
    ['neither file nor address', {}, 400, ['data_base64 required']],
    ['both', { data_base64: 'AAAA', source_url: 'https://a.example/1.png' }, 400, ['source_url invalid']],
    ['no bytes', { data_base64: '' }, 400, ['data_base64 empty']],
    ['no base64', { data_base64: 'Rye bread!' }, 400, ['data_base64 data_base64']],
    [
      'a page',
      { data_base64: base64(Buffer.from('<html>')), filename: 'a.png', mime_type: 'image/png' },
      415,
      undefined,
    ],
    ['half an image', { data_base64: 'iVBORw0KGgoAAAANSUhEUg==' }, 415, undefined],
    [
      'invalid members',
      { name: '', tags: ['a'.repeat(61)], colour: 1 },
      400,
      ['name too_small', 'tags.0 too_big', 'colour unknown_member'],
    ],
    ['an address that is none', { source_url: 'ftp://a.example/1.png' }, 400, ['source_url invalid_format']],
  ])('%s', async (_, input, status, issues) => {
    const { api, projectId } = await aProject()
    const { status: answered, error } = await api.refused(createAsset, input)
    expect([answered, error.issues?.map(({ path, code }) => `${path} ${code}`)]).toEqual([status, issues])
    expect((await api.get(listAssets)).assets).toEqual([])
    expect(await database().selectFrom('assets').select('id').where('project_id', '=', projectId).execute()).toEqual([])
  })

  test('in a form', async () => {
    const { api } = await aProject()
    const nothing = aForm([
      ['file', { bytes: Buffer.alloc(0), name: 'a.png' }],
      ['name', 'a'.repeat(201)],
      ['surprise', 'x'],
    ])
    expect(await refusalOf(await post(api, nothing))).toEqual([
      400,
      'validation_error',
      ['name too_big', 'surprise unknown_member', 'file empty'],
    ])
    const text = { 'content-type': 'text/plain' }
    expect(await refusalOf(await post(api, 'Rye', text))).toEqual([415, 'unsupported_media_type', undefined])
    expect(
      await refusalOf(
        await post(
          api,
          aForm([
            ['project_id', 'none'],
            ['file', { bytes: await anImage(), name: 'a' }],
          ]),
        ),
      ),
    ).toEqual([400, 'validation_error', ['project_id invalid_format']])
  })

  test('are refused before the body is read', async () => {
    const { withToken } = await aProject()
    const reader = await withToken({ scopes: ['media:read'] })
    const head = [
      'POST /api/v1/media HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${reader.token}`,
      'content-type: multipart/form-data; boundary=edge',
      'content-length: 10000000',
      'connection: close',
    ]
    // The body is never sent.
    const answer = await sendRaw(inject('productUrl'), [`${head.join('\r\n')}\r\n\r\n`])
    expect(answer?.status).toBe(403)
  })
})

describe('a body with a wrong length', () => {
  const head = (token: string, ...more: string[]) =>
    `${['POST /api/v1/media HTTP/1.1', 'host: localhost', `authorization: Bearer ${token}`, 'content-type: multipart/form-data; boundary=edge', 'connection: close', ...more].join('\r\n')}\r\n\r\n`
  const begin = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

  test('longer than Content-Length: refused', async () => {
    const { token, api } = await aProject()
    const body = Buffer.concat([Buffer.from(begin), await anImage(), Buffer.from('\r\n--edge--\r\n')])
    const answer = await sendRaw(inject('productUrl'), [head(token, `content-length: ${body.length - 30}`), body])
    expect(answer?.status).toBe(400)
    expect((await api.get(listAssets)).assets).toEqual([])
    await isEmptied()
  })

  test('announced as too long: refused without reading it', async () => {
    const { token } = await aProject()
    const answer = await sendRaw(inject('productUrl'), [head(token, 'content-length: 99999999999')])
    expect([answer?.status, answer?.body]).toEqual([413, expect.stringContaining('10,485,760')])
  })

  test('interrupted: no asset and no file', async () => {
    const { token, api } = await aProject()
    const parts = [head(token, 'content-length: 5000000'), begin, await anImage({ width: 400, height: 400 })]
    for (let round = 0; round < 5; round++) await sendRaw(inject('productUrl'), parts, { isAbandoned: true })
    await isEmptied()
    expect((await api.get(listAssets)).assets).toEqual([])
    const chunked = head(token, 'transfer-encoding: chunked')
    await sendRaw(inject('productUrl'), [chunked, `${begin.length.toString(16)}\r\n${begin}\r\n`, 'ffff\r\nxx'], {
      isAbandoned: true,
    })
    await isEmptied()
    expect((await api.get(listAssets)).assets).toEqual([])
  })
})

describe('a remote file', () => {
  test('is checked and not copied', async () => {
    const { api, projectId } = await aProject()
    const source_url = `${sandboxUrl()}/samples/wide.mp4?signature=abc`
    const { asset, file_url } = await api.post(createAsset, { source_url, category: 'videos', tags: ['a'] })
    expect(file_url).toBe(source_url)
    expect(asset).toMatchObject({
      project_id: projectId,
      name: 'wide.mp4',
      mime_type: 'video/mp4',
      width: 1280,
      height: 720,
      duration_seconds: 8,
      source_url,
      file_url: source_url,
      preview_url: null,
      poster_url: null,
    })
    const row = await database()
      .selectFrom('assets')
      .select('path')
      .where('id', '=', asset.id)
      .executeTakeFirstOrThrow()
    expect(row.path).toBeNull()
    await isEmptied()
  })

  test('in our own storage is read directly', async () => {
    const { api } = await aProject()
    const { file_url } = await api.post(createAsset, { data_base64: base64(await anImage()) })
    expect((await api.post(createAsset, { source_url: file_url, name: 'Again' })).asset).toMatchObject({
      name: 'Again',
      source_url: file_url,
      mime_type: 'image/png',
    })
  })

  test('that is missing or not media is refused', async () => {
    const { api } = await aProject()
    const refused = async (source_url: string) => {
      const { status, error } = await api.refused(createAsset, { source_url })
      return [status, error.code, error.issues?.map(({ path, code }) => `${path} ${code}`)]
    }
    expect(await refused(`${sandboxUrl()}/samples/nothing-of-this-name.png`)).toEqual([
      400,
      'validation_error',
      ['source_url missing'],
    ])
    expect(await refused(`${sandboxUrl()}/samples/`)).toSatisfy(
      ([status]: unknown[]) => status === 415 || status === 400,
    )
    expect(await refused('http://127.0.0.1:1/a.png')).toEqual([
      400,
      'validation_error',
      [expect.stringMatching(/^source_url (address_refused|unreachable)$/)],
    ])
    await isEmptied()
  })
})

test('an account token must name one of its projects', async () => {
  const { withToken, projectId } = await aProject()
  const { projectId: theirs } = await aProject()
  const account = await withToken({ isAccount: true })
  const data_base64 = base64(await anImage())
  expect((await account.refused(createAsset, { data_base64 })).error.issues?.[0]?.path).toBe('project_id')
  expect((await account.refused(createAsset, { data_base64, project_id: theirs })).status).toBe(404)
  expect((await account.post(createAsset, { data_base64, projectId })).asset.project_id).toBe(projectId)
  expect((await post(new Api(account.baseUrl, null), aForm([]))).status).toBe(401)
})
