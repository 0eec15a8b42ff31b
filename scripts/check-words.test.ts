import { expect, test } from 'vitest'

import { checkDecision, checkDecisionNumbers, checkDocuments, checkWords } from './check-words.ts'

const problemsIn = (text: string, file = 'server/planted.ts'): string[] => checkWords({ file, text })

test.for([
  ['a line comment', '// The link reaches whoever asks.\nconst one = 1', 1],
  ['a block comment', 'const one = 1\n/**\n * Somebody else may hold it. */\nconst two = 2', 3],
  ['a comment inside markup', 'const list = <ul>{/* Drawn anew. */}</ul>', 1],
  ['the title of a test', "test('nobody is told', () => {})", 1],
  ['the title of a table of tests', "test.each([1])('anybody may read %s', () => {})", 1],
] as const)('a banned word in %s is rejected with its line and the word to use', ([, text, line]) => {
  expect(problemsIn(text, 'web/planted.tsx')).toEqual([
    expect.stringMatching(new RegExp(`^web/planted\\.tsx:${line}: "\\w+": use .+`)),
  ])
})

test('a banned word in a document or a stylesheet is rejected, but not one in backticks', () => {
  expect(problemsIn('# Limits\n\nWhoever waits gets 503.\n', 'docs/planted.md')).toEqual([
    expect.stringContaining('docs/planted.md:3: "Whoever"'),
  ])
  expect(problemsIn('a {}\n/* Hidden from anyone. */', 'web/planted.css')).toHaveLength(1)
  expect(problemsIn('PostgreSQL runs as `nobody`.\n', 'docs/planted.md')).toEqual([])
})

test.for([
  ['a variable', 'const wish = 1'],
  ['a part of a name', 'function keepWishOf() {}'],
  ['two words of a name', 'const ownDataPart = 1'],
  ['a property', 'row.calledOff = true'],
] as const)('a replaced name is rejected as %s', ([, text]) => {
  expect(problemsIn(text)).toEqual([expect.stringMatching(/^server\/planted\.ts:1: the name ".+": for ".+" use .+/)])
})

test.for([
  ['a variable', 'const seccion = 1'],
  ['a part of a name', 'const listCitas = () => []'],
  ['a property of a type', 'type Search = { semana?: string }'],
] as const)('a Spanish identifier is rejected as %s', ([, text]) => {
  expect(problemsIn(text)).toEqual([expect.stringContaining('is Spanish')])
})

test('a key that the specification fixes in Spanish passes as a property, but not as a variable', () => {
  expect(problemsIn('const { seccion: section } = search\nconst next = { seccion: search.seccion }')).toEqual([])
  expect(problemsIn('const seccion = search.seccion')).toEqual([expect.stringContaining('"seccion" is Spanish')])
})

test.for([
  ['a string', "const text = 'Rehabilitación de suelo pélvico'"],
  ['markup, across lines', 'const screen = <p>\n  La sesión es\n  virtual.\n</p>'],
  ['an attribute', 'const screen = <p title="Ver las reseñas" />'],
  ['a template', 'const text = `Lo ves en tu panel.`'],
  ['an amount', "const text = 'Faltan $ -360'"],
] as const)('a word that the product says otherwise is rejected on screen: %s', ([, text]) => {
  expect(problemsIn(text, 'web/planted.tsx')).toEqual([expect.stringMatching(/^web\/planted\.tsx:1: «.+»: say .+/)])
})

test('such a word passes where the specification fixes the text, in an address, and in a test', () => {
  expect(problemsIn("const text = 'Error al cargar reseñas'", 'web/planted.tsx')).toEqual([])
  expect(problemsIn("const text = 'Error al cargar las reseñas'", 'web/planted.tsx')).toHaveLength(1)
  expect(problemsIn("const slug = 'logopedia'", 'web/planted.tsx')).toEqual([])
  expect(problemsIn("const typed = 'Una sesión virtual'", 'web/planted.test.tsx')).toEqual([])
})

test('Spanish text that users read passes, in strings and in markup', () => {
  const text = 'const screen = <p title="Tu cita">La cita del paciente: {count + " citas"}</p>'
  expect(problemsIn(text, 'web/planted.tsx')).toEqual([])
})

test.for([
  ['with an object type', 'function hold(s: { id: string }) { return s.id }'],
  ['with a named type', 'const hold = (i: HoldInput) => i.id'],
  ['called o', 'const hold = (o) => o.id'],
  ['with a default', 'function hold(s: Scope = everything) {}'],
  ['as the rest of a pattern', 'const hold = ({ id, ...r }: Input) => [id, r]'],
] as const)('a one-letter options parameter %s is rejected', ([, text]) => {
  expect(problemsIn(text)).toHaveLength(1)
})

test("a comparison's two values, a number, and Hono's context may have one letter", () => {
  const text = 'rows.sort((a, b) => a - b)\nconst half = (n: number) => n / 2\napp.get((c: Context) => c.text(""))'
  expect(problemsIn(text)).toEqual([])
})

test('a document that names a missing file is rejected, unless its reader creates that file', () => {
  const files = ['contract/reviews.ts', 'server/features/reviews/reviews.mail.ts']
  const documentNaming = (text: string) => checkDocuments({ file: 'docs/planted.md', text, files })
  expect(documentNaming('See `contract/reviews.ts` and `reviews.mail.ts`.')).toEqual([])
  expect(documentNaming('Write `usecases/resend-review.ts` (new).')).toEqual([])
  expect(documentNaming('First.\n\nSee `contract/views.ts`.')).toEqual([
    "docs/planted.md:3: contract/views.ts doesn't exist.",
  ])
  expect(documentNaming('See [the rooms](rooms.md).')).toHaveLength(1)
})

test('a decision without a date or a status is rejected', () => {
  const decisionOf = (head: string) => checkDecision({ file: 'docs/decisions/0001-x.md', text: `# Title\n\n${head}\n` })
  expect(decisionOf('Date: 2026-11-22. Status: accepted; changed by [0044](0044-x.md).')).toEqual([])
  expect(decisionOf('Status: accepted.')).toHaveLength(1)
})

test('the number of a decision that does not exist is rejected, and so is an index that lacks a decision', () => {
  const decisions = ['0001-x.md', '0052-y.md']
  const problemsOf = (text: string, file = 'server/planted.ts') => checkDecisionNumbers({ file, text, decisions })
  expect(problemsOf('// See decision 0052 and docs/decisions/0001.')).toEqual([])
  const gone = '0053'
  expect(problemsOf(`const one = 1\n// See decision ${gone}.`)).toEqual([
    `server/planted.ts:2: there is no decision ${gone}.`,
  ])
  expect(problemsOf(`[x](decisions/${gone}-z.md)`, 'docs/planted.md')).toHaveLength(1)
  const index = '- [0001](0001-x.md): one'
  expect(problemsOf(index, 'docs/decisions/README.md')).toEqual([
    'docs/decisions/README.md: the index lacks 0052-y.md.',
  ])
})

test.for([
  ['a string', "const hint = 'Vence en 24 horas.'"],
  ['a template', 'const hint = `Vence en 24 horas, $' + '{name}.`'],
  ['markup', 'const hint = <p>Vence en 24\n horas.</p>'],
] as const)('a figure of a limit in the text of %s is rejected', ([, text]) => {
  expect(problemsIn(text, 'web/planted.tsx')).toEqual([expect.stringContaining('take the figure from the constant')])
  expect(problemsIn(text, 'web/planted.test.tsx')).toEqual([])
})

test('a figure that comes from a constant passes, and so does one of a comment', () => {
  const text = '// For 24 horas.\nconst hint = `Vence en $' + '{hours} horas.`'
  expect(problemsIn(text, 'web/planted.tsx')).toEqual([])
})
