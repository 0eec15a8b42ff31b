import { expect, test } from 'vitest'
import { compilerTargets, findUnsupported } from './supported-browsers.ts'

const found = (text: string) => findUnsupported({ file: 'a.js', text }).map((problem) => problem.split(' ')[1])

test.each([
  'Promise.withResolvers()',
  'AbortSignal.any([a, b])',
  'URL.canParse(text)',
  'Map.groupBy(rows, by)',
  'a.union(b)',
  'element.checkVisibility()',
  'new URLPattern(text)',
])('a script with %s, which Safari 16.4 lacks, does not build', (text) => expect(found(text)).toHaveLength(1))

test.each([
  'rows.toSorted()',
  'AbortSignal.timeout(5)',
  'structuredClone(a)',
  'Promise.any(list)',
  'iterator.map(a)',
  'element.showPopover?.()',
  'navigator.share ? navigator.share(a) : copy(a)',
])('a script with %s builds', (text) => expect(found(text)).toEqual([]))

test('the syntax is compiled for the oldest browsers of the list', () => {
  expect(compilerTargets()).toEqual(expect.arrayContaining(['safari16.4', 'ios16.4', 'chrome111', 'firefox115']))
})
