import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Every element that registers a field, with its attributes in the source. */
const fields = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/\{\.\.\.(?:form\.)?register\(/g)].map(({ index }) => {
    const start = source.lastIndexOf('<', index)
    const end = Math.min(
      ...['\n />', '/>', '\n        >', '>\n'].map((mark) => source.indexOf(mark, index)).filter((at) => at > 0),
    )
    const name = /register\(\s*([^,)]+)/.exec(source.slice(index))?.[1] ?? ''
    return { file, name, element: source.slice(start, end), before: source.slice(Math.max(0, start - 400), start) }
  }),
)

test.each(fields)('the error of $name in $file is shown beside it', ({ element, before }) => {
  // The boxes of one question share the error of their group.
  const isInGroup = /<FieldGroup[^>]*error=/.test(before)
  expect(isInGroup || /\berror=|\.\.\.errorProps\(/.test(element), element).toBe(true)
})

/** The dialog shows the error of its person field itself, and shows the time only with a chosen service. */
const showsEachError = '../features/agenda/booking/book-dialog.tsx'
const forms = Object.entries(sources).filter(
  ([file, source]) => file !== showsEachError && /formResolver\(|lateResolver\(|useWizard</.test(source),
)

test.each(forms)('%s shows the errors that belong to none of its fields above them', (_file, source) => {
  expect(source).toMatch(/formFault\(|<ShortForm/)
})

test('the sweep finds the forms of the source', () => {
  expect(fields.length).toBeGreaterThan(40)
  expect(forms.length).toBeGreaterThan(12)
})
