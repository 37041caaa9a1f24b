import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodeText } from '@/lib/text/decode-text'
import { isText } from './csv-file'

const isTextFile = (bytes: Buffer): boolean => isText(decodeText(bytes, ''))

test('an image is no text, whatever its format', async () => {
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#c9a66b' } })
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const)
    expect([format, isTextFile(await image.toFormat(format).toBuffer())]).toEqual([format, false])
})

test.each([
  ['UTF-8', Buffer.from('Text,Date\nKäse 🍞,2026-05-01\n')],
  ['Windows-1252', Buffer.from('Text;Datum\r\nKäse für “alle”;\r\n', 'latin1')],
  ['UTF-16 with a mark', Buffer.from('\ufeffText\tDatum\nKäse\t\n', 'utf16le')],
  ['UTF-16 without one', Buffer.from('Text\tDate\nBread\t\n', 'utf16le')],
  ['a vertical tab of Excel', Buffer.from('Text\nOne\u000btwo\u001a\n')],
  ['nothing', Buffer.from('')],
])('%s is a text', (_, bytes) => {
  expect(isTextFile(bytes)).toBe(true)
})
