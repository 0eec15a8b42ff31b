import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Moves the maps of the browser's scripts to dist/maps, which no server serves: for reading the errors of browsers. */
export function keepSourceMaps(): Plugin {
  return {
    name: 'senda:source-maps',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async closeBundle() {
      const folder = this.environment.config.build.outDir
      const maps = join(folder, '../maps')
      await rm(maps, { recursive: true, force: true })
      const names = await readdir(folder, { recursive: true })
      for (const name of names.filter((each) => each.endsWith('.map'))) {
        const target = join(maps, name)
        await mkdir(dirname(target), { recursive: true })
        await rename(join(folder, name), target)
      }
    },
  }
}
