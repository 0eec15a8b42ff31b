import { expect, test } from '@playwright/test'
import { firstScriptLimits, firstScripts } from '../bench/first-scripts.ts'

for (const { path, kilobytes, files } of firstScriptLimits) {
  test(`the first load of ${path} stays within ${kilobytes} KB of scripts in ${files} files`, async ({ baseURL }) => {
    const scripts = await firstScripts({ base: baseURL ?? '', path })
    expect(scripts.kilobytes).toBeLessThanOrEqual(kilobytes)
    expect(scripts.files).toBeLessThanOrEqual(files)
  })
}
