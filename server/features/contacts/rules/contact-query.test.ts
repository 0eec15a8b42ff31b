import { expect, test } from 'vitest'
import { readQuery } from './contact-query.ts'

test.each([
  ['099 111 222', { words: [], digits: '99111222' }],
  ['+598 99 111 222', { words: [], digits: '99111222' }],
  ['Tel. 099/111/222;', { words: [], digits: '99111222' }],
  ['598', { words: [], digits: '598' }],
  ['12', { words: ['12'], digits: undefined }],
  ['Ana 2', { words: ['Ana', '2'], digits: undefined }],
  ['Iturralde, Agustina', { words: ['Iturralde', 'Agustina'], digits: undefined }],
  ['Iturralde,Agustina', { words: ['Iturralde', 'Agustina'], digits: undefined }],
  ['a b c d e f Ana a b', { words: ['a', 'b', 'c', 'd', 'e', 'Ana'], digits: undefined }],
  [',', { words: [], digits: undefined }],
  ['', { words: [], digits: undefined }],
])('the text %j is read as the query %j', (text, query) => {
  expect(readQuery(text)).toEqual(query)
})
