import { expect, test } from 'vitest'
import { inputOf, newDraft, parseHeaders } from './connector-draft'

test('headers are read line by line', () => {
  expect(parseHeaders(' Authorization: Bearer a:b \n\nX-Key:1\nnonsense')).toEqual({
    Authorization: 'Bearer a:b',
    'X-Key': '1',
    nonsense: '',
  })
  expect(parseHeaders(' \n')).toBeNull()
})

test('an address without scheme gets https, and empty fields are detected', () => {
  const detected = { kind: null, path: null, key_field: null, headers: null }
  expect(inputOf({ ...newDraft, url: ' a.example/feed ' })).toEqual({ url: 'https://a.example/feed', ...detected })
  expect(inputOf({ ...newDraft, url: 'http://a.example' })).toEqual({ url: 'http://a.example', ...detected })
})
