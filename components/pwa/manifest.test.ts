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

test('icons, theme color and the offline page have the color of the logo', async () => {
  const { icons = [], theme_color = '' } = manifest()
  const drawn = [...icons.map(({ src }) => src), '/icons/apple-touch-icon.png'].map(async (src) => {
    const image = sharp(readFileSync(`public${src}`)).removeAlpha()
    const { width = 0 } = await image.metadata()
    const [red = 0, green = 0, blue = 0] = await image
      .extract({ left: width / 2, top: 8, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
  })
  expect(await Promise.all(drawn)).toEqual(drawn.map(() => theme_color))
  for (const file of ['app/icon.svg', 'public/offline.html'])
    expect(readFileSync(file, 'utf8').match(/<rect[^>]*fill="([^"]*)"/)?.[1]).toBe(theme_color)
  // Nothing else can be loaded while offline.
  expect(readFileSync('public/offline.html', 'utf8')).not.toMatch(/\b(?:src|href)=|url\(/)
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
