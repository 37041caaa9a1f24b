import { expect, test } from 'vitest'
import { sizeText } from './size-text'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_024, '1 kB'],
  [3_687, '3.6 kB'],
  [49_357, '48 kB'],
  [524_288, '512 kB'],
  [1_572_864, '1.5 MB'],
  [21_474_836_480, '20 GB'],
  [2_251_799_813_685_248, '2,048 TB'],
])('%i', (bytes, expected) => {
  expect(sizeText(bytes)).toBe(expected)
})
