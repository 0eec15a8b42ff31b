import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/**
 * What names Uruguay's time: a note above times, the visitor's own time beside one, or the frame of a dashboard or of results
 * with its note.
 */
const namesZone = /<ZoneNote\b|<OwnTime\b|\bformat(?:Moment|Time)WithOwn\(|<WorkShell\b|<ResultsView\b/
const showsTime = /\bformatTime\(|\bformatLongMoment\(|\bclockText\(/

const root = import.meta.dirname
const texts = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^(?:gallery|screens|testing)\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

type Import = { file: string; importer: string; isLate: boolean }
const imports = [...texts].flatMap(([importer, text]): Import[] =>
  [...text.matchAll(/(^import (?!type)[^;']*?from |\bimport\()'((?:#web\/|\.)[^']+)'/gm)].map(
    ([, how = '', source = '']) => ({
      importer,
      isLate: how.endsWith('('),
      file: source.startsWith('#web/')
        ? source.slice('#web/'.length)
        : relative(root, join(root, dirname(importer), source)),
    }),
  ),
)
const importersOf = Map.groupBy(imports, ({ file }) => file)
const importsOf = Map.groupBy(imports, ({ importer }) => importer)

const names = (file: string) => namesZone.test(texts.get(file) ?? '')
/** A file names the zone itself, or with a part that it shows. A list of sections names it only in those that do. */
const isNamed = (file: string) =>
  names(file) || (importsOf.get(file) ?? []).some((each) => !each.isLate && names(each.file))

/** How a time reaches a page on which nothing names the zone: the files from the time to its route. */
function pathsWithoutZone(file: string, path: readonly string[] = []): string[] {
  if (isNamed(file) || path.includes(file)) return []
  const here = [...path, file]
  if (file.startsWith('routes/')) return [here.join(' in ')]
  return (importersOf.get(file) ?? []).flatMap(({ importer }) => pathsWithoutZone(importer, here))
}

test('every page that shows times names their zone to a visitor in another one', () => {
  const screens = [...texts].filter(([file, text]) => /^features\/.*\.tsx$/.test(file) && showsTime.test(text))
  expect(screens.length).toBeGreaterThan(40)
  expect(screens.flatMap(([file]) => pathsWithoutZone(file))).toEqual([])
})
