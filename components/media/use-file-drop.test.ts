import { expect, test } from 'vitest'
import { saysMore } from './use-file-drop'

/** Holds which text of a clipboard is meant to be pasted when there are files beside it. */

const files = [{ name: 'loaf.png' }, { name: 'roll.png' }]

test.each([['Fresh bread from seven'], ['loaf.png is the one to take'], ['loaf.png\nand some words']])(
  '%j is text',
  (text) => expect(saysMore(text, files)).toBe(true),
)

test.each([
  [''],
  [' \n'],
  ['loaf.png\r\nroll.png'],
  ['/home/ann/loaf.png'],
  ['C:\\Users\\Ann\\roll.png'],
  ['file:///home/ann/R%C3%B6ll.png'],
])('%j only names the files', (text) => expect(saysMore(text, files)).toBe(false))
