import { expect, test } from 'vitest'
import { compilerTargets, findUnsupported, findUnsupportedStyles } from './supported-browsers.ts'

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

const foundStyles = (text: string) => findUnsupportedStyles({ file: 'a.css', text })

test.each([
  ['.a{color:oklch(from var(--b) l c h/.2)}', 'oklch(from …)'],
  ['@media print{.a{box-shadow:0 0 rgb(from red r g b)}}', 'rgb(from …)'],
  ['.a{color:light-dark(red,blue)}', 'light-dark()'],
  ['.a:state(b){color:red}', ':state'],
])('the style %s does not build, because a browser of the list lacks %s', (text, what) => {
  expect(foundStyles(text)).toEqual([expect.stringContaining(`${what} is missing in `)])
})

test.each([
  'html:has([data-bar]) .a:is(.b):focus-visible::before{color:color-mix(in oklch,red 20%,transparent)}',
  '@supports (color:rgb(from red r g b)){.a{color:rgb(from red r g b)}}',
  String.raw`.has-\:state{content:":state(a)"}/* .a:state(b){} */`,
  '.a{text-wrap:pretty;field-sizing:content}',
])('the style %s builds', (text) => expect(foundStyles(text)).toEqual([]))

test('the syntax is compiled for the oldest browsers of the list', () => {
  expect(compilerTargets()).toEqual(expect.arrayContaining(['safari16.4', 'ios16.4', 'chrome111', 'firefox121']))
})
