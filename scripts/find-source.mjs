// `node scripts/find-source.mjs assets/account-Ab3dE5g.js:1:2345`: where a place in the browser's scripts is in the sources, by the
// maps of the build that has this file. Several places may follow one another.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'

import { root } from './setup.mjs'

/** `file:line:column` of the source, or why it isn't known. */
function findSource(place) {
  const [, file, line, column = '1'] = /^(assets\/[\w.$~-]{1,120}\.js):(\d{1,7})(?::(\d{1,7}))?$/.exec(place) ?? []
  if (file === undefined) return 'is no place such as assets/account-Ab3dE5g.js:1:2345'
  try {
    const map = new SourceMap(JSON.parse(readFileSync(join(root, 'dist/maps', `${file}.map`), 'utf8')))
    const { originalSource, originalLine, originalColumn } = map.findEntry(Number(line) - 1, Number(column) - 1)
    if (originalSource === undefined) return 'is not in the map'
    return `${originalSource.replace(/^(?:\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`
  } catch (error) {
    return error.code === 'ENOENT'
      ? 'is of another build: look in the dist/maps of that version'
      : `cannot be read: ${error.message}`
  }
}

for (const place of process.argv.slice(2)) console.log(`${place} ${findSource(place)}`)
