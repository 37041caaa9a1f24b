import sharp from 'sharp'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createAsset, deleteAsset, getAsset, listAssets } from '@/lib/media/contract'
import { cropAsset } from '@/lib/media/crops/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { anImage } from './files'

const upload = async ({ api }: TestProject, bytes: Buffer, more: object = {}) =>
  (await api.post(createAsset, { data_base64: bytes.toString('base64'), ...more })).asset

const [width, height] = [8, 6]
/** Red grows to the right, green to the bottom. */
const gradient = Buffer.from(
  Array.from({ length: width * height }, (_, at) => [(at % width) * 30, Math.floor(at / width) * 40, 7]).flat(),
)
const upright = () => sharp(gradient, { raw: { width, height, channels: 3 } })

/** Red and green of each corner of a served image: top left, top right, bottom left, bottom right. */
async function cornersOf(url: string): Promise<string> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const corners = [0, info.width - 1, info.width * (info.height - 1), info.width * info.height - 1]
  const inCells = corners.map((at) => `${Number(data[at * 3]) / 30},${Number(data[at * 3 + 1]) / 40}`)
  return `${info.width}x${info.height} ${inCells.join(' ')}`
}

test('crops the flipped and rotated image, upright by its EXIF orientation', async () => {
  const project = await aProject()
  const { api } = project
  // Stored on its side: orientation 6 means “turn it 90° clockwise”.
  const side = await upright().rotate(270).png().toBuffer()
  const { id } = await upload(project, await sharp(side).withMetadata({ orientation: 6 }).png().toBuffer())
  const cornersAfter = async (edit: { rotate?: 0 | 90 | 180 | 270; flip?: boolean; crop?: object }) =>
    cornersOf((await api.post(cropAsset, { id, ...edit } as never)).file_url)
  const part = { x: 0.25, y: 0, width: 0.5, height: 0.5 }
  expect({
    crop: await cornersAfter({ crop: part }),
    flip: await cornersAfter({ flip: true }),
    'flip and crop': await cornersAfter({ flip: true, crop: { ...part, x: 0 } }),
    right: await cornersAfter({ rotate: 90 }),
    'right and crop': await cornersAfter({ rotate: 90, crop: { x: 0, y: 0.5, width: 0.5, height: 0.5 } }),
    'around and crop': await cornersAfter({ rotate: 180, crop: part }),
    'left, flip and crop': await cornersAfter({ rotate: 270, flip: true, crop: { ...part, x: 0.5 } }),
  }).toEqual({
    crop: '4x3 2,0 5,0 2,2 5,2',
    flip: '8x6 7,0 0,0 7,5 0,5',
    'flip and crop': '4x3 7,0 4,0 7,2 4,2',
    right: '6x8 0,5 0,0 7,5 7,0',
    'right and crop': '3x4 4,5 4,3 7,5 7,3',
    'around and crop': '4x3 5,5 2,5 5,3 2,3',
    'left, flip and crop': '3x4 0,3 0,5 3,3 3,5',
  })
})

test('creates one asset with a name of its size, and keeps where it came from', async () => {
  const project = await aProject()
  const { api } = project
  const photo = await sharp(await anImage({ width: 80, height: 60 }))
    .jpeg()
    .toBuffer()
  const original = await upload(project, photo, { name: 'Rye.jpg', tags: ['rye'], category: 'Bread' })
  const square = { crop: { x: 0.125, y: 0, width: 0.75, height: 1 } }
  const { asset } = await api.post(cropAsset, { id: original.id, ...square })
  expect(asset).toEqual({
    ...original,
    id: expect.any(String),
    name: 'Rye-60x60.jpg',
    width: 60,
    height: 60,
    file_size: expect.any(Number),
    sha256: expect.any(String),
    file_url: expect.any(String),
    derived_from: original.id,
    created_at: expect.any(String),
  })
  expect((await api.post(cropAsset, { id: original.id, ...square })).asset).toEqual(asset)
  const { asset: smaller } = await api.post(cropAsset, { id: asset.id, crop: { x: 0, y: 0, width: 0.5, height: 0.5 } })
  expect(smaller).toMatchObject({ name: 'Rye-30x30.jpg', derived_from: asset.id })
  const found = await api.get(listAssets, { file_url: asset.file_url })
  expect(found.assets.map(({ id }) => id)).toEqual([asset.id])
  expect((await (await aProject()).api.get(listAssets, { file_url: asset.file_url })).assets).toEqual([])
  await api.delete(deleteAsset, { id: original.id })
  expect(await api.get(getAsset, { id: asset.id })).toMatchObject({ derived_from: null })
})

test('refuses files and areas that cannot be cropped', async () => {
  const project = await aProject()
  const { api } = project
  const frames = await Promise.all([1, 2].map(() => anImage({ width: 20, height: 20 })))
  const animated = await upload(
    project,
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  )
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 8"><rect width="4" height="8"/></svg>'
  const svg = await upload(project, Buffer.from(drawing))
  const image = await upload(project, await anImage())
  const refusalOf = async (id: string, edit: object = { rotate: 90 }) =>
    (await api.refused(cropAsset, { id, ...edit } as never)).error
  const unsupported = (what: string) => ({
    code: 'unsupported_media_type',
    message: `${what} cannot be cropped. Choose a JPEG, PNG, WebP or still GIF image.`,
  })
  expect(await refusalOf(animated.id)).toEqual(unsupported('Animations'))
  expect(await refusalOf(svg.id)).toEqual(unsupported('SVGs'))
  expect((await refusalOf(image.id, {})).issues).toEqual([
    { path: 'crop', code: 'required', message: 'is required, or rotate, or flip. Without them nothing would change.' },
  ])
  const outside = await refusalOf(image.id, { crop: { x: 0.5, y: 0, width: 0.6, height: 1 }, rotate: 45 })
  expect(outside.issues?.map(({ path }) => path)).toEqual(['crop.width', 'rotate'])
  await database().updateTable('assets').set({ mime_type: 'video/mp4' }).where('id', '=', image.id).execute()
  expect(await refusalOf(image.id)).toEqual(unsupported('Videos'))
})
