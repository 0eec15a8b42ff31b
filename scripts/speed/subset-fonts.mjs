// Writes the fonts of web/ui/fonts/ from the packages, after a change of web/ui/fonts.css or of a package; with --verify it
// only checks whether they are current. Each holds the characters and the weights that its rule in fonts.css declares.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The features that browsers apply by themselves, and the tabular figures of tables. */
const features = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum']

const css = await readFile(new URL('../../web/ui/fonts.css', import.meta.url), 'utf8')
const isVerified = process.argv.includes('--verify')
const rules = css.match(/@font-face \{[^}]{1,2000}\}/g)?.filter((rule) => rule.includes('url("./fonts/')) ?? []
if (rules.length === 0) throw new Error('fonts.css declares no font of web/ui/fonts/')
for (const rule of rules) {
  const name = readFrom(rule, /url\("\.\/fonts\/(\w{1,40})\.woff2"\)/)
  const [min, max] = readFrom(rule, /font-weight: (\d{3} \d{3});/)
    .split(' ')
    .map(Number)
  const source = import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`)
  const written = await subsetFont(
    await readFile(fileURLToPath(source)),
    charactersOf(readFrom(rule, /unicode-range:([^;]{1,1000});/)),
    { targetFormat: 'woff2', variationAxes: { wght: { min, max } }, keepFeatures: features },
  )
  const target = new URL(`../../web/ui/fonts/${name}.woff2`, import.meta.url)
  if (!isVerified) await writeFile(target, written)
  else if (!written.equals(await readFile(target))) {
    console.error(`${fileURLToPath(target)} is not current: run \`node scripts/speed/subset-fonts.mjs\``)
    process.exitCode = 1
  }
}

function readFrom(rule, pattern) {
  const value = rule.match(pattern)?.[1]
  if (!value) throw new Error(`${pattern} is not in ${rule}`)
  return value
}

function charactersOf(range) {
  return range
    .split(',')
    .flatMap((part) => {
      const [, first = '', last = first] = part.match(/U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?/) ?? []
      const start = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, offset) =>
        String.fromCodePoint(start + offset),
      )
    })
    .join('')
}
