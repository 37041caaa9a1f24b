import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import manifest from '@/app/manifest'
import { sharedText } from './shared-content'

test('icons of the manifest exist in their size, the maskable one without transparent corners', async () => {
  const { icons = [] } = manifest()
  for (const { src, sizes, purpose } of icons) {
    const image = sharp(readFileSync(`public${src}`))
    const { width, height, format } = await image.metadata()
    expect(`${width}x${height} ${format}`).toBe(`${sizes} png`)
    if (purpose === 'maskable') expect((await image.stats()).isOpaque).toBe(true)
  }
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
})

test('the service worker receives what the manifest sends', () => {
  const { share_target } = manifest()
  const worker = readFileSync('public/sw.js', 'utf8')
  expect(share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' })
  expect(worker).toContain(`url.pathname === '${share_target?.action}'`)
  expect(worker).toContain("form.getAll('files')")
})

test('shared text has each part once', () => {
  expect(sharedText({ title: '', text: 'Look https://a.example', url: 'https://a.example' })).toBe(
    'Look https://a.example',
  )
  expect(sharedText({ title: 'Bread', text: 'Bread', url: '' })).toBe('Bread')
  expect(sharedText({ title: 'Bread', text: '', url: 'https://a.example' })).toBe('Bread\n\nhttps://a.example')
})
