import { expect, test } from 'vitest'
import { hasOtherText } from './use-file-drop'

const files = [{ name: 'loaf.png' }, { name: 'roll.png' }]

test.each([['Fresh bread from seven'], ['loaf.png is the one to take'], ['loaf.png\nand some words']])(
  '%j is pasted as text',
  (text) => expect(hasOtherText(text, files)).toBe(true),
)

test.each([
  [''],
  [' \n'],
  ['loaf.png\r\nroll.png'],
  ['/home/ann/loaf.png'],
  ['C:\\Users\\Ann\\roll.png'],
  ['file:///home/ann/R%C3%B6ll.png'],
])('%j only names files', (text) => expect(hasOtherText(text, files)).toBe(false))
